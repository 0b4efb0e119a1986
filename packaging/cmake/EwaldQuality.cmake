# Targets to be run by hand: format (rewrites the layout of all sources), tidy (packaging/tidy on all sources).
add_custom_target(format
  COMMAND "${CMAKE_COMMAND}" -D "SOURCE_DIR=${PROJECT_SOURCE_DIR}" -D FIX=ON
          -P "${PROJECT_SOURCE_DIR}/packaging/cmake/format.cmake"
  COMMENT "Laying out the sources" VERBATIM)

find_program(EWALD_CLANG_TIDY NAMES clang-tidy-14 clang-tidy)
find_package(Python3 COMPONENTS Interpreter)
if(EWALD_CLANG_TIDY AND Python3_FOUND)
  add_custom_target(tidy
    COMMAND Python3::Interpreter "${PROJECT_SOURCE_DIR}/packaging/tidy" "${PROJECT_BINARY_DIR}" --all
    COMMENT "clang-tidy on all sources" USES_TERMINAL VERBATIM)
endif()
