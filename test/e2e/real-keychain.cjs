"use strict";
/**
 * Overrides "--password-store=basic", which Playwright sets for every application that it starts.
 */
require("electron").app.commandLine.appendSwitch("password-store", "gnome-libsecret");
