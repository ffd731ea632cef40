/**
 * A local service as a separate process. It ends, as in an abort of V8, when it starts to read a
 * document whose name begins with "poison". Its arguments are a data folder and the program of the
 * reader processes.
 */
import { createLocalService } from "../../main/local-service/server";
import { forkReader, type LaunchReader } from "../../main/script-formats/process/reader-process";

const [dataDir = "", scriptWorkerFile = ""] = process.argv.slice(2);
const fork = forkReader(scriptWorkerFile);

const launchReader: LaunchReader = (limits) => {
  const reader = fork(limits);
  return {
    ...reader,
    send(message) {
      const { fileName } = message as { fileName?: string };
      if (fileName?.startsWith("poison")) process.kill(process.pid, "SIGKILL");
      else reader.send(message);
    },
  };
};

// That of this computer: the process is started again.
const confirmationKey = Buffer.alloc(32, 1);
void createLocalService({ dataDir, launchReader, confirmationKey }).then(
  ({ baseUrl, clientId, clientSecret }) => {
    process.stdout.write(`${JSON.stringify({ baseUrl, clientId, clientSecret })}\n`);
  },
);
