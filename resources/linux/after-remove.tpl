#!/bin/sh
# Runs after the files of the package were removed, and on an upgrade after those of the new version
# were installed. electron-builder fills in the names.
set -e

# dpkg passes a word, rpm the number of versions that remain: what the new version has set up stays.
case "$1" in
  upgrade | failed-upgrade | abort-upgrade | 1) exit 0 ;;
esac

if command -v update-desktop-database > /dev/null; then
  update-desktop-database /usr/share/applications || true
fi

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  # The kernel would enforce an unloaded profile until the next start of the system.
  if command -v apparmor_parser > /dev/null && ! { command -v ischroot > /dev/null && ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
