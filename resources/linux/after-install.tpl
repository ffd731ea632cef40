#!/bin/sh
# Runs after the files of the package were installed. electron-builder fills in the names.
set -e

# The helper of the sandbox needs the rights of root only where the kernel gives users no namespaces.
if [ -L /proc/self/ns/user ] && unshare --user true 2> /dev/null; then
  chmod 0755 '/opt/${sanitizedProductName}/chrome-sandbox'
else
  chmod 4755 '/opt/${sanitizedProductName}/chrome-sandbox'
fi

if command -v update-desktop-database > /dev/null; then
  update-desktop-database /usr/share/applications || true
fi

# Ubuntu gives user namespaces only to programs with a profile of AppArmor. Versions that do not
# know such profiles do not need one.
if command -v apparmor_status > /dev/null && apparmor_status --enabled > /dev/null 2>&1; then
  source='/opt/${sanitizedProductName}/resources/apparmor-profile'
  profile='/etc/apparmor.d/${executable}'
  if apparmor_parser --skip-kernel-load --debug "$source" > /dev/null 2>&1; then
    cp -f "$source" "$profile"
    # A changed root has the kernel of another system.
    if ! { command -v ischroot > /dev/null && ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache "$profile" || true
    fi
  fi
fi
