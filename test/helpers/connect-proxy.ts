/** A real HTTP proxy for CONNECT. It connects every host name to one port of this computer. */
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

export interface ConnectProxy {
  /** "http://127.0.0.1:PORT" */
  url: string;
  /** The targets of all CONNECT requests, also of rejected ones. */
  targets: string[];
  /** The required credentials ("user:password"), or null. */
  credentials: string | null;
  /** The schemes that it offers with 407. */
  offered: string[];
  /** The status of its responses: 200 connects, 0 does not respond. */
  status: number;
  /** Closes all connections and refuses new ones. */
  close(): Promise<void>;
}

/** `targetPort` is called for each connection. */
export async function startConnectProxy(targetPort: () => number): Promise<ConnectProxy> {
  const sockets = new Set<Socket>();
  const server = createServer();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("connect", (request, socket) => {
    proxy.targets.push(request.url ?? "");
    socket.on("error", () => socket.destroy());
    const { credentials, status } = proxy;
    const expected = credentials && `Basic ${Buffer.from(credentials).toString("base64")}`;
    if (expected !== null && request.headers["proxy-authorization"] !== expected) {
      const offers = proxy.offered.map((scheme) => `Proxy-Authenticate: ${scheme}\r\n`).join("");
      socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${offers}\r\n`);
      return;
    }
    if (status === 0) return;
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} Failed\r\n\r\n`);
      return;
    }
    const onward = connect(targetPort(), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("close", () => onward.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: ConnectProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [],
    credentials: null,
    offered: ['Basic realm="proxy"'],
    status: 200,
    async close() {
      if (!server.listening) return;
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
  return proxy;
}
