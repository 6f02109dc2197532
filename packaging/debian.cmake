# SPDX-License-Identifier: MIT
# Run by cpack on each staged component: what every Debian package has to hold.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  return()
endif()
find_program(GZIP gzip REQUIRED)
execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -u -d ${CPACK_PITH_DATE} -R
  OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
foreach(pair program:pith library:${CPACK_PITH_LIBRARY_PACKAGE} development:libpith-dev)
  string(REPLACE ":" ";" pair ${pair})
  list(GET pair 0 component)
  list(GET pair 1 package)
  set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/${component}/usr)
  if(NOT IS_DIRECTORY ${usr})
    continue()
  endif()
  set(doc ${usr}/share/doc/${package})
  file(COPY ${CPACK_PITH_SOURCE}/LICENSE DESTINATION ${doc}
    FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  file(RENAME ${doc}/LICENSE ${doc}/copyright)
  file(WRITE ${doc}/changelog.Debian
    "pith (${CPACK_PACKAGE_VERSION}-1) unstable; urgency=medium\n\n"
    "  * See CHANGELOG.md of the source.\n\n"
    " -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(GLOB pages ${usr}/share/man/man1/*.1)
  foreach(file ${pages} ${doc}/changelog.Debian)
    execute_process(COMMAND ${GZIP} -9nf ${file} COMMAND_ERROR_IS_FATAL ANY)
    file(CHMOD ${file}.gz PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  endforeach()
endforeach()
