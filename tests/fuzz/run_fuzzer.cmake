# Makes the seeds and fuzzes for SECONDS; findings stay in the folder CORPUS-findings.
file(MAKE_DIRECTORY "${CORPUS}" "${CORPUS}-findings")
execute_process(COMMAND "${SEEDS}" "${CORPUS}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${FUZZER}" -max_total_time=${SECONDS} -rss_limit_mb=2048 -timeout=10 -print_final_stats=1
  "-artifact_prefix=${CORPUS}-findings/" "${CORPUS}" COMMAND_ERROR_IS_FATAL ANY)
