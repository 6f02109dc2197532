# SPDX-License-Identifier: MIT
# Manual pages and completions, made by a program that is linked with the tables of the commands.
file(STRINGS tex/pith.sty PITH_DATE_LINE REGEX "^.ProvidesExplPackage")
string(REGEX MATCH "[0-9]+-[0-9]+-[0-9]+" PITH_DATE "${PITH_DATE_LINE}")

file(GLOB PITH_DOCS_SOURCES CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/cli/docs/*.c)
add_executable(pith_docs ${PITH_DOCS_SOURCES} $<TARGET_OBJECTS:pith_commands>)
set_target_properties(pith_docs PROPERTIES OUTPUT_NAME pith-docs)
target_link_libraries(pith_docs PRIVATE pith pith_options)

set(PITH_DOCS ${CMAKE_BINARY_DIR}/docs)
file(MAKE_DIRECTORY ${PITH_DOCS}/man1 ${PITH_DOCS}/completions)
add_custom_command(OUTPUT ${PITH_DOCS}/made
  COMMAND pith_docs ${PITH_DATE} ${PITH_DOCS}
  COMMAND ${CMAKE_COMMAND} -E touch ${PITH_DOCS}/made
  DEPENDS pith_docs VERBATIM)
add_custom_target(docs ALL DEPENDS ${PITH_DOCS}/made)
