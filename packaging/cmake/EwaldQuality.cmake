# Targets to be run by hand: format (rewrites the layout of all sources), tidy (clang-tidy on the core).
add_custom_target(format
  COMMAND "${CMAKE_COMMAND}" -D "SOURCE_DIR=${PROJECT_SOURCE_DIR}" -D FIX=ON
          -P "${PROJECT_SOURCE_DIR}/packaging/cmake/format.cmake"
  COMMENT "Laying out the sources" VERBATIM)

# One stamp a source: only what changed since the last run is looked at again, in parallel.
find_program(EWALD_CLANG_TIDY NAMES clang-tidy-14 clang-tidy)
if(EWALD_CLANG_TIDY)
  set(tidy_dirs core app/cli)
  set(tidy_stamps)
  foreach(dir IN LISTS tidy_dirs)
    file(GLOB_RECURSE tidy_sources RELATIVE "${PROJECT_SOURCE_DIR}" CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${dir}/*.cpp")
    foreach(source IN LISTS tidy_sources)
      set(stamp "${PROJECT_BINARY_DIR}/tidy/${source}.stamp")
      cmake_path(GET stamp PARENT_PATH stamp_dir)
      file(MAKE_DIRECTORY "${stamp_dir}")
      add_custom_command(OUTPUT "${stamp}"
        COMMAND "${EWALD_CLANG_TIDY}" --quiet --warnings-as-errors=* -p "${PROJECT_BINARY_DIR}"
                "${PROJECT_SOURCE_DIR}/${source}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
        DEPENDS "${PROJECT_SOURCE_DIR}/${source}" "${PROJECT_SOURCE_DIR}/.clang-tidy"
        COMMENT "clang-tidy ${source}" VERBATIM)
      list(APPEND tidy_stamps "${stamp}")
    endforeach()
  endforeach()
  add_custom_target(tidy DEPENDS ${tidy_stamps})
endif()
