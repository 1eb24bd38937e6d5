# What each fuzz target is linked with, for libFuzzer (cmake/fuzz.cmake) and for the replay of its corpus.
set(HEXAD_FUZZ_LINKS hexad_protocols hexad_motion)
set(HEXAD_FUZZ_LINKS_api_request hexad_verification hexad_calibration)
set(HEXAD_FUZZ_LINKS_bridge hexad_drives)
set(HEXAD_FUZZ_LINKS_capture_file hexad_capture)
set(HEXAD_FUZZ_LINKS_drive_block hexad_drives)
set(HEXAD_FUZZ_LINKS_far_status hexad_gateway)
set(HEXAD_FUZZ_LINKS_http_request hexad_web hexad_operation)
set(HEXAD_FUZZ_LINKS_http_server hexad_web)
set(HEXAD_FUZZ_LINKS_order_json hexad_operation)
set(HEXAD_FUZZ_LINKS_platform_toml hexad_config)
set(HEXAD_FUZZ_LINKS_relay_script hexad_relay)
set(HEXAD_FUZZ_LINKS_stored_files hexad_console_api)
set(HEXAD_FUZZ_LINKS_table_csv hexad_acceptance hexad_analysis hexad_config hexad_identify)

file(GLOB HEXAD_FUZZ_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp)

# hexad_fuzz_target(program target source…)
function(hexad_fuzz_target program target)
  add_executable(${program} ${PROJECT_SOURCE_DIR}/tests/fuzz/${target}_fuzz.cpp ${ARGN})
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${program} PRIVATE
    ${HEXAD_FUZZ_LINKS} ${HEXAD_FUZZ_LINKS_${target}} nlohmann_json::nlohmann_json hexad_flags)
endfunction()
