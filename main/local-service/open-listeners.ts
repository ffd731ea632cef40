/** The ports of a service: that of the interface, and that of the metrics. */
import type { HttpBindings } from "@hono/node-server";
import type { Closers } from "../common/closers";
import type { Log } from "../common/log";
import type { People } from "./access/people";
import type { Auth } from "./common/auth";
import { HttpError } from "./common/http-error";
import { isLoopback, loopback } from "./common/listen-address";
import { objectsPrefix } from "./common/presign";
import { createPeerCheck, createSenderAddress } from "./common/sender-address";
import { listen, type HttpDeps, type HttpListener } from "./http";
import type { Operations } from "./operations/operations";
import type { ServerUrls } from "./routes/describe-interface";
import { createOpenapiRoutes } from "./routes/openapi";
import { createHealthRoutes, createMetricsRoutes, healthPaths } from "./routes/operations";
import { mountRoutes, type Admit, type BoundRoute } from "./routes/route";
import type { LocalServiceOptions, TeamOptions } from "./service-options";

const apiPath = "/api";
/** How long active requests may take after a port was closed, in milliseconds. */
export const closeGraceMs = 2000;
/** The route of the bytes of uploads in metrics. */
const objectsRoute = `${objectsPrefix}:object`;

/** The port of the metrics receives no bytes, nor does a process that only works. */
const refuseObject = () => Promise.reject(new HttpError(404, "unknown path"));

type ListenOptions = Pick<LocalServiceOptions, "port" | "operations" | "team" | "role"> & {
  log: Log;
};

interface Served {
  routes: readonly BoundRoute[];
  operations: Operations | null;
  closers: Closers;
  auth: Auth;
  people: People | null;
  admit: Admit;
  receiveObject: HttpDeps["receiveObject"];
  /** `openListeners` sets them. */
  urls: ServerUrls;
}

/** Who may send plain HTTP over a network; undefined with TLS, and on loopback. */
function plainPeers({ address = loopback, proxies = [] }: TeamOptions) {
  return address.tls || isLoopback(address.host) ? undefined : createPeerCheck(proxies);
}

/** Opens the port of the metrics, if there is one, and that of the interface. */
export async function openListeners(
  { port = 0, operations: wanted, team, role, log }: ListenOptions,
  { routes, operations, closers, auth, people, admit, receiveObject: receive, urls }: Served,
): Promise<HttpListener> {
  const isWorker = role === "worker";
  const health = operations ? createHealthRoutes(operations) : [];
  const metricsPort = wanted?.metricsPort;
  const metrics = operations && metricsPort !== undefined ? createMetricsRoutes(operations) : [];
  if (metricsPort !== undefined) {
    const api = mountRoutes("", metrics, { auth, admit: (_description, handle) => handle() });
    const listener = await listen({ api, receiveObject: refuseObject, log }, metricsPort);
    closers.add("listener of metrics", () => listener.close(closeGraceMs));
    urls.metrics = listener.origin;
  }
  const described = [...routes, ...health, ...metrics];
  // Clients do not use a process that only works.
  const all = isWorker
    ? health
    : [...routes, ...health, ...createOpenapiRoutes(described, () => urls)];
  const meter = operations?.meter;
  const api = mountRoutes(apiPath, all, {
    auth,
    people,
    admit,
    addressOf: createSenderAddress(team?.proxies ?? []),
    onRoute:
      meter && (({ env }, { path: at }) => meter.setRoute((env as HttpBindings).incoming, at)),
  });
  const listener = await listen(
    {
      api,
      async receiveObject(request, response) {
        meter?.setRoute(request, objectsRoute);
        await (isWorker ? refuseObject() : receive(request, response));
      },
      onRequest: meter?.begin,
      acceptsPeer: team && plainPeers(team),
      openWhileDraining: operations ? healthPaths : [],
      log,
    },
    port,
    team?.address,
  );
  urls.origin = listener.origin;
  urls.api = `${urls.origin}${apiPath}`;
  return listener;
}
