# SPDX-License-Identifier: MIT
# What `cmake --install` puts where. All paths stay relative, so the tree can be moved.
include(CMakePackageConfigHelpers)

install(TARGETS pith_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(FILES ${CMAKE_BINARY_DIR}/pith-tex DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)

# pith::pith is the shared library, pith::static the other: only that one's users need the
# libraries behind it, and only when they ask for it: find_package(pith COMPONENTS static).
set_target_properties(pith_shared PROPERTIES EXPORT_NAME pith)
set_target_properties(pith PROPERTIES EXPORT_NAME static)
foreach(target pith pith_shared)
  target_include_directories(${target} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()
set(PITH_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/pith)
install(TARGETS pith_shared EXPORT pithTargets COMPONENT library
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} NAMELINK_COMPONENT development)
install(TARGETS pith EXPORT pithStaticTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
foreach(set pithTargets pithStaticTargets)
  install(EXPORT ${set} NAMESPACE pith:: DESTINATION ${PITH_CMAKE_DIR} COMPONENT development)
endforeach()
install(FILES src/pith.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

configure_package_config_file(packaging/pithConfig.cmake.in ${CMAKE_BINARY_DIR}/pithConfig.cmake
  INSTALL_DESTINATION ${PITH_CMAKE_DIR} NO_SET_AND_CHECK_MACRO)
# Before 1.0 each minor version may change the interface.
write_basic_package_version_file(${CMAKE_BINARY_DIR}/pithConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/pithConfig.cmake ${CMAKE_BINARY_DIR}/pithConfigVersion.cmake
  DESTINATION ${PITH_CMAKE_DIR} COMPONENT development)

file(RELATIVE_PATH PITH_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" PITH_PC_PREFIX "${PITH_PC_PREFIX}")
configure_file(packaging/pith.pc.in ${CMAKE_BINARY_DIR}/pith.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/pith.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT development)

install(DIRECTORY ${PITH_DOCS}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
foreach(pair bash:bash-completion/completions/pith zsh:zsh/site-functions/_pith
    fish:fish/vendor_completions.d/pith.fish)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 shell)
  list(GET pair 1 path)
  get_filename_component(folder ${path} DIRECTORY)
  get_filename_component(name ${path} NAME)
  install(FILES ${PITH_DOCS}/completions/${shell} RENAME ${name}
    DESTINATION ${CMAKE_INSTALL_DATADIR}/${folder} COMPONENT program)
endforeach()

# A tree of the TeX Directory Structure, which TeX Live on Debian finds under /usr/share/texmf.
install(FILES tex/pith.sty DESTINATION ${CMAKE_INSTALL_DATADIR}/texmf/tex/latex/pith
  COMPONENT program)
install(FILES tex/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/texmf/doc/latex/pith
  COMPONENT program)
# Where the target `manual` has been built.
install(FILES ${CMAKE_BINARY_DIR}/manual/pith-doc.pdf OPTIONAL
  DESTINATION ${CMAKE_INSTALL_DATADIR}/texmf/doc/latex/pith COMPONENT program)
install(DIRECTORY templates/ DESTINATION ${CMAKE_INSTALL_DATADIR}/pith/templates COMPONENT program
  USE_SOURCE_PERMISSIONS)
