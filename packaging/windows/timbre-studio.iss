; The installer for Windows, for Inno Setup 6: iscc /DVersion=0.1.0 packaging\windows\timbre-studio.iss
; after python packaging\bundle\build.py. Kept correct by inspection; it has never been run.

#ifndef Version
  #error Say which version: /DVersion=0.1.0
#endif

[Setup]
AppId={{6A6B9C0E-5C1B-4B52-9E0B-7D1C7B7C3F51}
AppName=Timbre Studio
AppVersion={#Version}
AppPublisher=The authors of Timbre Studio
DefaultDirName={autopf}\Timbre Studio
DefaultGroupName=Timbre Studio
; For one user without the rights of an administrator, or for all: the user is asked.
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
SourceDir=..\..
OutputDir=dist
OutputBaseFilename=timbre-studio-{#Version}-setup
SetupIconFile=build\bundle\icons\timbre-studio.ico
UninstallDisplayIcon={app}\timbre-studio.exe
LicenseFile=LICENSE
Compression=lzma2/max
SolidCompression=yes
ChangesAssociations=yes
CloseApplications=yes

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Files]
Source: "dist\timbre-studio\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs

[InstallDelete]
; Files of an earlier version that this one no longer has. Models and voices are in the user's own folder.
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\Timbre Studio"; Filename: "{app}\timbre-studio.exe"; AppUserModelID: "org.timbrestudio.TimbreStudio"

[Registry]
Root: HKA; Subkey: "Software\Classes\.timbre"; ValueType: string; ValueData: "TimbreStudio.Project"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\TimbreStudio.Project"; ValueType: string; ValueData: "Timbre Studio project"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\TimbreStudio.Project\DefaultIcon"; ValueType: string; ValueData: "{app}\timbre-studio.exe,0"
Root: HKA; Subkey: "Software\Classes\TimbreStudio.Project\shell\open\command"; ValueType: string; ValueData: """{app}\timbre-studio.exe"" ""%1"""
Root: HKA; Subkey: "Software\Classes\.timbrevoice"; ValueType: string; ValueData: "TimbreStudio.Voice"; Flags: uninsdeletevalue
Root: HKA; Subkey: "Software\Classes\TimbreStudio.Voice"; ValueType: string; ValueData: "Timbre Studio voice"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\TimbreStudio.Voice\DefaultIcon"; ValueType: string; ValueData: "{app}\timbre-studio.exe,0"
Root: HKA; Subkey: "Software\Classes\TimbreStudio.Voice\shell\open\command"; ValueType: string; ValueData: """{app}\timbre-studio.exe"" ""%1"""

[Run]
Filename: "{app}\timbre-studio.exe"; Description: "{cm:LaunchProgram,Timbre Studio}"; Flags: nowait postinstall skipifsilent
