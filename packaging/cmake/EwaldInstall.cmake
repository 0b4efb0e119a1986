# What `cmake --install` puts on a system besides programs and modules, and the Debian packages made of it (cpack): one
# for each component. ewald: both programs; ewald-cuda: the modules for NVIDIA GPUs with cuFFT and NCCL, which are large
# and not part of Debian; ewald-mpi: the module for runs of several processes.
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
if(TARGET ewald-cuda)
  install(FILES "${PROJECT_SOURCE_DIR}/packaging/linux/ewald-cuda.copyright" RENAME copyright
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/ewald-cuda" COMPONENT cuda)
endif()

set(CPACK_PACKAGE_NAME ewald)
set(CPACK_PACKAGE_CONTACT "The Ewald developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE "${PROJECT_SOURCE_DIR}/LICENSE")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_EWALD_PACKAGE_NAME ewald)
set(CPACK_DEBIAN_EWALD_PACKAGE_SUGGESTS "ewald-cuda, ewald-mpi")
set(same_version "ewald (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_CUDA_PACKAGE_NAME ewald-cuda)
set(CPACK_DEBIAN_CUDA_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_CUDA_DESCRIPTION "Ewald on NVIDIA GPUs: modules for CUDA and NCCL with the libraries that they need")
set(CPACK_DEBIAN_MPI_PACKAGE_NAME ewald-mpi)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "${same_version}, openmpi-bin")
set(CPACK_DEBIAN_MPI_DESCRIPTION "Ewald in several processes under mpirun or srun: the module for Open MPI")
if(EWALD_UI)
  # Loaded at run time, so that no library dependency names them: Qt's connection to the screen, the texts of its own
  # dialogs in other languages, and OpenGL drivers.
  set(CPACK_DEBIAN_EWALD_PACKAGE_DEPENDS "qt6-qpa-plugins, qt6-translations-l10n, libgl1-mesa-dri")
endif()
include(CPack)
