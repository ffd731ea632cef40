/** Runs the built application under Electron. */
import { dropPaths, launch, temporaryFolder, type Dubyard } from "../harness";
import { homeOf } from "../workspace";
import { authorityOf, callThroughBridge, electronStubs, type AppDriver } from "./app-driver";

export async function startElectronDriver(): Promise<AppDriver> {
  const profile = temporaryFolder("profile");
  let dubyard: Dubyard;
  let isOnline = true;
  const start = async () => {
    dubyard = await launch({
      profile,
      env: {
        ...homeOf(profile),
        // Trusted like the store of the system, also by the threads that send files.
        SSL_CERT_FILE: authorityOf(profile),
        STORY_OFFLINE: isOnline ? "0" : "1",
      },
      preloadModule: electronStubs,
    });
    app.page = dubyard.page;
    app.page.setDefaultTimeout(20_000);
  };
  const app: AppDriver = {
    kind: "Electron",
    page: undefined as never,
    profile,
    stubDialogs: ({ open = [], saveAs }) =>
      dubyard.app.evaluate(
        ({ dialog }, responses) => {
          dialog.showOpenDialog = () =>
            Promise.resolve({
              canceled: responses.open.length === 0,
              filePaths: [...responses.open],
            });
          dialog.showSaveDialog = () =>
            Promise.resolve({ canceled: responses.saveAs === "", filePath: responses.saveAs });
        },
        { open: [...open], saveAs: saveAs ?? "" },
      ),
    async setOnline(next) {
      isOnline = next;
      // Main polls this state.
      await dubyard.app.evaluate(({ net }, online) => {
        net.isOnline = () => online;
      }, isOnline);
    },
    async restart() {
      await dubyard.close();
      await start();
    },
    async kill() {
      await dubyard.kill();
      await start();
    },
    drop: (paths) => dropPaths(dubyard, paths),
    call: (name, input) => callThroughBridge(app.page, name, input),
  };
  await start();
  return app;
}
