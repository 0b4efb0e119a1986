# Brings copies of the translations up to date, as `ninja translations` does, and looks for untranslated texts in them:
#   cmake -D SOURCE_DIR=… -D EXTRACT_PHRASES=… -D FOLDER=… -P translations.cmake
find_program(lupdate NAMES lupdate HINTS /usr/lib/qt6/bin NO_DEFAULT_PATH)
if(NOT lupdate)
  message("SKIPPED: lupdate is not installed (apt-get install qt6-l10n-tools)")
  return()
endif()
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}/phrases")
set(layers azint base calibrate codec compute io job ptycho)
list(TRANSFORM layers PREPEND "${SOURCE_DIR}/core/")
execute_process(COMMAND "${EXTRACT_PHRASES}" "${FOLDER}/phrases/core.cpp" ${layers} "${SOURCE_DIR}/ui"
  COMMAND_ERROR_IS_FATAL ANY)
file(GLOB translations "${SOURCE_DIR}/translations/ewald_*.ts")
file(COPY ${translations} DESTINATION "${FOLDER}")
file(GLOB translations "${FOLDER}/ewald_*.ts")
execute_process(COMMAND "${lupdate}" -silent -locations none "${SOURCE_DIR}/ui" "${SOURCE_DIR}/app/window"
  "${SOURCE_DIR}/core/job" "${SOURCE_DIR}/core/ptycho" "${FOLDER}/phrases" -ts ${translations}
  COMMAND_ERROR_IS_FATAL ANY)
foreach(translation IN LISTS translations)
  file(READ "${translation}" text)
  string(REPLACE ";" "," text "${text}")
  string(REGEX MATCHALL
    "<source>[^<]*</source>[ \n]*(<comment>[^<]*</comment>[ \n]*)?<translation type=\"unfinished\"" found "${text}")
  string(REGEX REPLACE "<source>([^<]*)</source>[^;]*" "\\1" found "${found}")
  if(found)
    list(JOIN found "\n  " found)
    cmake_path(GET translation FILENAME name)
    message(FATAL_ERROR "texts of the sources have no translation in ${name}; run: ninja translations\n  ${found}")
  endif()
endforeach()
