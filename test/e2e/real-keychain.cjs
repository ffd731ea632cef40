"use strict";
/** Takes Playwright's "--password-store=basic" back, which it sets for every application that it starts. */
require("electron").app.commandLine.appendSwitch("password-store", "gnome-libsecret");
