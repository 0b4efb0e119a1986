# Makes the seeds and fuzzes for RUNS inputs that SEED determines; findings stay in the folder CORPUS-findings.
file(REMOVE_RECURSE "${CORPUS}")
file(MAKE_DIRECTORY "${CORPUS}" "${CORPUS}-findings")
execute_process(COMMAND "${SEEDS}" "${CORPUS}" COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${FUZZER}" -runs=${RUNS} -seed=${SEED} -reload=0 -rss_limit_mb=2048 -timeout=60 -print_final_stats=1
  "-artifact_prefix=${CORPUS}-findings/" "${CORPUS}" COMMAND_ERROR_IS_FATAL ANY)
