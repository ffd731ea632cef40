import { formatRoute, parseRoute, type Route } from "./routes";

/** Where the window is. It is kept in the address, so that back, forward and a reload work by themselves. */
class Router {
  #route = $state.raw<Route>(parseRoute(location.hash));

  constructor() {
    window.addEventListener("hashchange", () => (this.#route = parseRoute(location.hash)));
  }

  get route(): Route {
    return this.#route;
  }

  /** Shows a route in the place of the present one: "back" does not return to that. */
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

/** The window's router: there is one address. */
export const router = new Router();
window.addEventListener("popstate", () => router.go(parseRoute(location.hash)));
