# What `cmake --install` puts on a system besides the programs, and the Debian package made of it (cpack).
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md" TYPE DOC)
if(EWALD_UI)
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/linux/ewald.desktop" DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/linux/ewald.metainfo.xml"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/metainfo")
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/linux/ewald-mime.xml" RENAME ewald.xml
    DESTINATION "${CMAKE_INSTALL_DATADIR}/mime/packages")
  install(FILES "${PROJECT_SOURCE_DIR}/resources/icons/ewald.svg"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps")
endif()

set(CPACK_PACKAGE_NAME ewald)
set(CPACK_PACKAGE_CONTACT "The Ewald developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
if(EWALD_UI)
  # Found at run time, so no library dependency names them: how Qt reaches the screen, and the OpenGL drivers.
  set(CPACK_DEBIAN_PACKAGE_DEPENDS "qt6-qpa-plugins, libgl1-mesa-dri")
endif()
include(CPack)
