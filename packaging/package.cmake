# SPDX-License-Identifier: MIT
# `cpack -G DEB` in the build folder makes three Debian packages: the program with its TeX package,
# the library, and what is needed to build with it. `--target dist` makes the source archive.
set(CPACK_PACKAGE_NAME pith)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "The Pith toolchain authors")
set(CPACK_PACKAGE_CONTACT "The Pith toolchain authors <maintainers@pith.invalid>" CACHE STRING
  "Who maintains the packages made by cpack")
# CPack would put this before the description of each package, which has a synopsis of its own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(soname libpith${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
# The first line is the synopsis. CPack indents the others, and leaves those that begin with a
# blank as they are, which no reader may wrap (Debian Policy 5.6.13).
set(about "A Pith Number is the content address of a paper: the SHA-256 of its
canonical record, written in 26 letters and digits.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME pith)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION tex)
# What dpkg-shlibdeps cannot see (src/base/late.h): packages are named after sonames (Debian Policy
# 8.1): libcurl4 has libcurl.so.4, libpng16-16 libpng16.so.16, libhpdf-2.3.0 libhpdf-2.3.0.so.
set(late ${PITH_LATE_SONAMES})
list(TRANSFORM late REPLACE "([0-9])\\.so\\.([0-9]+)$" "\\1-\\2")
list(TRANSFORM late REPLACE "\\.so\\.?" "")
list(JOIN late ", " late)
string(TOLOWER "${late}" late)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS ${late})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS ${late})
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS "ca-certificates, texlive-latex-base")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "poppler-utils, zbar-tools")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "put a Pith Number into a LaTeX paper and prove it
${about}
This package has the program pith, which looks numbers up, checks them
and draws badges, and the LaTeX package pith.sty, which prints, links and
embeds them.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${soname})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
file(WRITE ${CMAKE_BINARY_DIR}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/triggers)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "check content addresses of papers (shared library)
${about}
This package has the library for other programs that look numbers up and
check them. The program pith does not need it.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libpith-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${soname} (= ${PROJECT_VERSION}-1)")
# The archive needs these.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "libcurl4-openssl-dev, libcjson-dev, \
libsodium-dev, libqrencode-dev, libhpdf-dev, libpng-dev, nettle-dev, libexpat1-dev, zlib1g-dev, libyaml-dev, libunistring-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "check content addresses of papers (development files)
${about}
This package has the header, the static library and the files by which
pkg-config and CMake find them.")

# What Debian wants in each package besides (copyright, changelog, compressed pages).
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_SOURCE_DIR}/packaging/debian.cmake)
set(CPACK_PITH_SOURCE ${CMAKE_SOURCE_DIR})
set(CPACK_PITH_DATE ${PITH_DATE})
set(CPACK_PITH_LIBRARY_PACKAGE ${soname})
include(CPack)

add_custom_target(dist
  COMMAND sh ${CMAKE_SOURCE_DIR}/packaging/dist.sh ${CMAKE_BINARY_DIR} VERBATIM)
