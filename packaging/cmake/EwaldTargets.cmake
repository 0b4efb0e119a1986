# One function a kind of target, so that every CMakeLists.txt of the tree is a plain declaration.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_VERIFY_INTERFACE_HEADER_SETS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "Build type" FORCE)
endif()
# -O2 leaves loops with unknown trip counts unvectorised in GCC 12.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O3 -g1 -DNDEBUG")
# For the sanitizers: what they add makes -O3 slow to compile and little faster to run.
set(CMAKE_CXX_FLAGS_SANITIZE "-O1 -g1")

find_program(EWALD_CCACHE ccache)
if(EWALD_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${EWALD_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${EWALD_CCACHE}")
endif()
find_program(EWALD_LLD ld.lld)
if(EWALD_LLD)
  add_link_options(-fuse-ld=lld)
endif()

# What every target of the tree is compiled with.
add_library(ewald-options INTERFACE)
target_compile_options(ewald-options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -fno-math-errno)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlapping copies inside its own std::string (GCC bug 105651).
  target_compile_options(ewald-options INTERFACE -Wno-restrict)
endif()
target_link_options(ewald-options INTERFACE -Wl,--no-undefined)
if(EWALD_SANITIZE)
  target_compile_options(ewald-options INTERFACE -fsanitize=${EWALD_SANITIZE} -fno-sanitize-recover=all
    -fno-omit-frame-pointer
    # GCC 12 warns about std::regex in sanitized code (GCC bug 105562).
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_compile_definitions(ewald-options INTERFACE _GLIBCXX_ASSERTIONS)
  target_link_options(ewald-options INTERFACE -fsanitize=${EWALD_SANITIZE})
endif()

# For what does not compute in the build for development, where most of the time is the compiler's.
add_library(ewald-quick-options INTERFACE)
target_link_libraries(ewald-quick-options INTERFACE ewald-options)
target_compile_options(ewald-quick-options INTERFACE $<$<CONFIG:RelWithDebInfo>:-O1>)

# For sources of tests that do not compute: what the sanitizers add to them takes the compiler longest.
add_library(ewald-test-options INTERFACE)
target_link_libraries(ewald-test-options INTERFACE ewald-quick-options)
target_compile_options(ewald-test-options INTERFACE $<$<CONFIG:Sanitize>:-O0>)

# ewald_split_headers(HEADERS): of these, puts those into `own_headers` of the caller that a source of the same name
# includes first, so that the build itself compiles them alone, and the others into `other_headers`.
function(ewald_split_headers headers)
  set(own "")
  set(other "")
  foreach(header IN LISTS headers)
    cmake_path(REPLACE_EXTENSION header ".cpp" OUTPUT_VARIABLE source)
    cmake_path(GET header FILENAME name)
    set(first "")
    if(EXISTS "${source}")
      file(STRINGS "${source}" first REGEX "^#" LIMIT_COUNT 1)
    endif()
    if(first MATCHES "^#include \"([^\"]*/)?([^/\"]+)\"" AND CMAKE_MATCH_2 STREQUAL name)
      list(APPEND own "${header}")
    else()
      list(APPEND other "${header}")
    endif()
  endforeach()
  set(own_headers "${own}" PARENT_SCOPE)
  set(other_headers "${other}" PARENT_SCOPE)
endfunction()

# ewald_add_layer(NAME DIR [QUICK] [DEPENDS target…] [PRIVATE target…])
# A static library of all sources below DIR of the calling folder (but not of folders that are targets of their own),
# with its headers verified to compile alone. QUICK: see ewald-quick-options.
function(ewald_add_layer name dir)
  cmake_parse_arguments(ARG "QUICK" "" "DEPENDS;PRIVATE" ${ARGN})
  set(options ewald-options)
  if(ARG_QUICK)
    set(options ewald-quick-options)
  endif()
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.cpp")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*.h")
  file(GLOB_RECURSE own RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" "${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*/CMakeLists.txt")
  foreach(list_file IN LISTS own)
    cmake_path(GET list_file PARENT_PATH folder)
    list(FILTER sources EXCLUDE REGEX "/${folder}/")
  endforeach()
  # *_impl.h: text that several sources compile with different options; it does not stand alone.
  list(FILTER headers EXCLUDE REGEX "_impl\\.h$")
  if(sources)
    add_library(${name} STATIC ${sources})
    set(scope PUBLIC)
    target_link_libraries(${name} PRIVATE ${options} ${ARG_PRIVATE})
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  ewald_split_headers("${headers}")
  target_sources(${name} ${scope}
    FILE_SET HEADERS BASE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}" FILES ${other_headers}
    FILE_SET own TYPE HEADERS BASE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}" FILES ${own_headers})
  set_target_properties(${name} PROPERTIES INTERFACE_HEADER_SETS_TO_VERIFY HEADERS)
  target_include_directories(${name} ${scope} "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${name} ${scope} ${ARG_DEPENDS})
  if(CMAKE_AUTOMOC)
    # CMake looks for headers again when one of those it knows has changed, and not when one is new.
    set(known "${CMAKE_CURRENT_BINARY_DIR}/${name}_autogen/headers.txt")
    set(before "")
    if(EXISTS "${known}")
      file(READ "${known}" before)
    endif()
    if(NOT "${headers}" STREQUAL "${before}")
      file(WRITE "${known}" "${headers}")
      file(REMOVE "${CMAKE_CURRENT_BINARY_DIR}/${name}_autogen/timestamp")
    endif()
  endif()
endfunction()

# Where modules are, below the build folder as below the prefix of an installation: a program looks in ../lib/ewald.
set(EWALD_MODULE_DIR lib/ewald)
# What is installed without a COMPONENT belongs to the package ewald (EwaldInstall.cmake).
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME ewald)

# ewald_make_module(TARGET [COMPONENT name]): a module with the id of this build, in the package `name`. Without one it
# is a module for tests.
function(ewald_make_module target)
  cmake_parse_arguments(ARG "" "COMPONENT" "" ${ARGN})
  target_link_libraries(${target} PRIVATE ewald-compute ewald-module-id)
  target_link_options(${target} PRIVATE "-Wl,--exclude-libs,ALL")
  set_target_properties(${target} PROPERTIES PREFIX "")
  if(ARG_COMPONENT)
    # Libraries installed with the module are found beside it.
    set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/${EWALD_MODULE_DIR}"
      BUILD_RPATH_USE_ORIGIN ON INSTALL_RPATH "$ORIGIN")
    install(TARGETS ${target} LIBRARY DESTINATION "${EWALD_MODULE_DIR}" COMPONENT ${ARG_COMPONENT})
  endif()
endfunction()

# ewald_install_library(FILE COMPONENT): a third-party library, installed beside the modules under its soname.
function(ewald_install_library file component)
  file(REAL_PATH "${file}" real)
  execute_process(COMMAND "${CMAKE_OBJDUMP}" -p "${real}" OUTPUT_VARIABLE headers COMMAND_ERROR_IS_FATAL ANY)
  if(NOT headers MATCHES "SONAME +([^ \n]+)")
    message(FATAL_ERROR "${real} is not a shared library with a soname")
  endif()
  install(FILES "${real}" DESTINATION "${EWALD_MODULE_DIR}" RENAME "${CMAKE_MATCH_1}" COMPONENT ${component})
endfunction()

# ewald_test_path(NAME value): a place that tests need, a macro of test_paths.h. It stands for a call: values differ in each
# checkout and are in one source, test_paths.cpp, so that a compiler cache knows all others again.
function(ewald_test_path name value)
  set_property(GLOBAL APPEND_STRING PROPERTY EWALD_TEST_NAMES "#define ${name} (::ewald::test::pathOf(\"${name}\"))\n")
  set_property(GLOBAL APPEND_STRING PROPERTY EWALD_TEST_PATHS "    {\"${name}\", \"${value}\"},\n")
endfunction()

# ewald_register_tests(TARGET [CASES] [LONG case…] PROPERTIES name value…): registers a GoogleTest program with CTest, one
# entry a suite, so that what the cases of a suite share is made once; CASES: one entry a case, where cases are minutes of
# work that can be shared out. LONG: cases (* in a name stands for any text) that are entries of their own with the label
# long, which packaging/test runs in turns (see there).
function(ewald_register_tests target)
  cmake_parse_arguments(ARG "CASES" "" "LONG;LABELS;PROPERTIES" ${ARGN})
  set(each SUITE)
  if(ARG_CASES)
    set(each CASE)
  endif()
  set(file "${CMAKE_CURRENT_BINARY_DIR}/${target}-tests.cmake")
  file(GENERATE OUTPUT "${file}" CONTENT "set(program [==[$<TARGET_FILE:${target}>]==])
set(target ${target})
set(each ${each})
set(long [==[${ARG_LONG}]==])
set(labels [==[${ARG_LABELS}]==])
set(properties [==[${ARG_PROPERTIES}]==])
include([==[${PROJECT_SOURCE_DIR}/packaging/cmake/discover_suites.cmake]==])
")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${file}")
endfunction()

# ewald_add_gtest(NAME DIR [QUICK] [CASES] [TIMEOUT s] [LONG case…] [DEPENDS target…]): one GoogleTest program of all
# *_test.cpp below tests/DIR. QUICK: see ewald-test-options; CASES, LONG: see ewald_register_tests.
function(ewald_add_gtest name dir)
  cmake_parse_arguments(ARG "QUICK;CASES" "TIMEOUT" "LONG;DEPENDS" ${ARGN})
  set(options ewald-options)
  if(ARG_QUICK)
    set(options ewald-test-options)
  endif()
  file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${dir}/*_test.cpp")
  if(NOT sources)
    return()
  endif()
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 300)
  endif()
  set(cases "")
  if(ARG_CASES)
    set(cases CASES)
  endif()
  add_executable(${name} ${sources})
  target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${name} PRIVATE ${options} ${ARG_DEPENDS} GTest::gtest_main)
  add_dependencies(${name} ewald-hdf5-server) # what reads HDF5 files starts it
  ewald_register_tests(${name} ${cases} LONG ${ARG_LONG} LABELS "${dir}" PROPERTIES TIMEOUT ${ARG_TIMEOUT})
endfunction()
