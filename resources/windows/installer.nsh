; Additions to electron-builder's installer. "Open with" offers to upload files; no type is taken
; over: the programs with which the user opens them stay.

!define DUBYARD_CLASS "Software\Classes\Applications\${APP_EXECUTABLE_FILENAME}"

!macro customInstall
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}" "FriendlyAppName" "${PRODUCT_NAME}"
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".wav" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".mp3" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".ogg" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".mpeg" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".mpga" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".m4a" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".mp4" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".mov" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".avi" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".mkv" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".webm" ""
  WriteRegStr SHELL_CONTEXT "${DUBYARD_CLASS}\SupportedTypes" ".flv" ""
  ; SHCNE_ASSOCCHANGED: the system reads the types again.
  System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)"
!macroend

; Also runs before another version is installed: what the user has chosen stays then.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey SHELL_CONTEXT "${DUBYARD_CLASS}"
    ; What the application has registered itself.
    DeleteRegKey HKCU "Software\Classes\dubyard"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "org.dubyard.Dubyard"
    System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, i 0, i 0)"
  ${endIf}
!macroend
