/** The routes of the application, as the process of a local workspace gets them. */
import { expect, it } from "vitest";
import { AppError } from "../../../main/common/errors";
import { answerRoutes, routesOverChannel } from "../../../main/remote/http/channel-routes";
import type { Route, Routes } from "../../../main/remote/http/routes";

const viaProxy: Route = {
  proxy: { url: "http://proxy.example:3128", userName: "mia", password: "secret" },
  authorities: "PEM",
};

/** Both ends of a channel, which copies its messages as those of a process. */
function connect(routes: Routes) {
  let toService: (message: unknown) => void = () => undefined;
  const toApplication = answerRoutes(routes, (message) => toService(structuredClone(message)));
  return routesOverChannel(
    (message) => toApplication(structuredClone(message)),
    (listener) => (toService = listener),
  );
}

it("the service gets the route of a URL, and its failure reaches the same route", async () => {
  const failures: [Route, string][] = [];
  const routes = connect({
    of: (url) => Promise.resolve(url.includes("packs") ? viaProxy : { ...viaProxy, proxy: null }),
    failed: (route, { code, message }) => void failures.push([route, `${code}: ${message}`]),
  });
  const [pack, other] = await Promise.all([
    routes.of("https://packs.example/a"),
    routes.of("https://other.example/b"),
  ]);
  expect(pack).toEqual(viaProxy);
  expect(other.proxy).toBe(null);
  routes.failed(pack, new AppError("proxy-credentials", "rejects the password"));
  expect(failures).toEqual([[viaProxy, "proxy-credentials: rejects the password"]]);
  // The application recognises its own object.
  expect(failures[0]?.[0]).toBe(viaProxy);
});

it("the reason why there is no route reaches the service", async () => {
  const routes = connect({
    of: () => Promise.reject(new AppError("proxy-failed", "no proxy can be used")),
    failed: () => undefined,
  });
  await expect(routes.of("https://packs.example/a")).rejects.toMatchObject({
    code: "proxy-failed",
    message: "no proxy can be used",
  });
});

it("other messages of the channel are ignored", async () => {
  let asked = 0;
  const answer = answerRoutes(
    { of: () => Promise.resolve(viaProxy), failed: () => void (asked += 1) },
    () => void (asked += 1),
  );
  for (const message of [null, "route", { type: "stop" }, { type: "route", id: "1", url: "a" }])
    answer(message);
  await Promise.resolve();
  expect(asked).toBe(0);
});
