/**
 * The routes of the application for the service of a local workspace, over the channel of its
 * process. SECURITY: passwords of proxies are neither in an argument nor in the environment.
 */
import { z } from "zod";
import { AppError, isErrorCode, toProblem } from "../../common/errors";
import { directRoute, type Route, type Routes } from "./routes";

const asked = z.discriminatedUnion("type", [
  z.object({ type: z.literal("route"), id: z.number(), url: z.string() }),
  z.object({
    type: z.literal("route-failed"),
    id: z.number(),
    code: z.string(),
    message: z.string(),
  }),
]);
/** Messages of the service. */
export type RouteRequest = z.infer<typeof asked>;

const proxy = z.object({ url: z.string(), userName: z.string(), password: z.string() });
const answered = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("route-found"),
    id: z.number(),
    route: z.object({ proxy: proxy.nullable(), authorities: z.string() }),
  }),
  z.object({
    type: z.literal("no-route"),
    id: z.number(),
    code: z.string(),
    message: z.string(),
  }),
]);
/** Messages of the application. */
export type RouteAnswer = z.infer<typeof answered>;

const toError = ({ code, message }: { code: string; message: string }) =>
  new AppError(isErrorCode(code) ? code : "internal", message);

/** The routes that the other end of a channel has. */
export function routesOverChannel(
  send: (message: RouteRequest) => void,
  onMessage: (listener: (message: unknown) => void) => void,
): Routes {
  let lastId = 0;
  const waiting = new Map<number, (answer: RouteAnswer) => void>();
  const ids = new WeakMap<Route, number>();
  onMessage((message) => {
    const answer = answered.safeParse(message);
    if (!answer.success) return;
    waiting.get(answer.data.id)?.(answer.data);
    waiting.delete(answer.data.id);
  });
  return {
    of(url) {
      const id = (lastId += 1);
      return new Promise((resolve, reject) => {
        waiting.set(id, (answer) => {
          if (answer.type === "no-route") {
            reject(toError(answer));
            return;
          }
          ids.set(answer.route, id);
          resolve(answer.route);
        });
        send({ type: "route", id, url });
      });
    },
    failed(route, error) {
      const id = ids.get(route);
      if (id !== undefined) send({ type: "route-failed", id, ...toProblem(error) });
    },
  };
}

/** The maximum number of remembered routes, which may fail later: more than concurrent requests. */
const maxRemembered = 100;

/** Answers the messages of a service. Returns a function that is called with each message. */
export function answerRoutes(
  routes: Routes,
  send: (message: RouteAnswer) => void,
): (message: unknown) => void {
  const issued = new Map<number, Route>();
  return (message) => {
    const { data } = asked.safeParse(message);
    if (data === undefined) return;
    const { id } = data;
    if (data.type === "route-failed") {
      const route = issued.get(id);
      if (route) routes.failed(route, toError(data));
      return;
    }
    if (!URL.canParse(data.url)) {
      send({ type: "route-found", id, route: directRoute });
      return;
    }
    routes.of(data.url).then(
      (route) => {
        issued.set(id, route);
        if (issued.size > maxRemembered) issued.delete(Math.min(...issued.keys()));
        send({ type: "route-found", id, route });
      },
      (error: unknown) => {
        const { code, message: reason } = toProblem(error);
        send({ type: "no-route", id, code, message: reason });
      },
    );
  };
}
