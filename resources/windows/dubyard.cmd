@echo off
rem Runs a terminal command of Dubyard. In a script, cmd waits for a program with a window, and the
rem program writes to the console of cmd.
"%~dp0..\Dubyard.exe" %*
exit /b %ERRORLEVEL%
