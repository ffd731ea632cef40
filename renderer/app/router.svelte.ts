import { formatRoute, parseRoute, type Route } from "./routes";

/** The current route. It is stored in the URL, so that back, forward and reload work. */
class Router {
  #route = $state.raw<Route>(parseRoute(location.hash));

  constructor() {
    window.addEventListener("hashchange", () => (this.#route = parseRoute(location.hash)));
  }

  get route(): Route {
    return this.#route;
  }

  /** Replaces the current route, so that "back" does not return to it. */
  replace(route: Route): void {
    history.replaceState(null, "", formatRoute(route));
    this.#route = route;
  }

  go(route: Route): void {
    const hash = formatRoute(route);
    if (hash !== location.hash) history.pushState(null, "", hash);
    this.#route = route;
  }
}

/** The router of the window. */
export const router = new Router();
window.addEventListener("popstate", () => router.go(parseRoute(location.hash)));
