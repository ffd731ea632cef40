import { formatRoute, parseRoute, type Route } from "./routes";

/** Whether a screen may be left for another route; a promise while the user is asked. */
type MayLeave = (next: Route) => true | Promise<boolean>;

/** The current route. It is stored in the URL, so that back, forward and reload work. */
class Router {
  #route = $state.raw<Route>(parseRoute(location.hash));
  /** Check before the present screen is left; null for none. */
  #mayLeave: MayLeave | null = null;
  /** A question is open: the route that follows if it is answered with yes. */
  #asked: Route | null = null;

  constructor() {
    const followUrl = () => this.#change(parseRoute(location.hash), "url");
    window.addEventListener("hashchange", followUrl);
    window.addEventListener("popstate", followUrl);
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
    this.#change(route, "call");
  }

  /**
   * Calls a function before the route changes, until the returned function is called. The route
   * stays the same if it resolves with false.
   */
  confirmLeaving(mayLeave: MayLeave): () => void {
    this.#mayLeave = mayLeave;
    return () => {
      if (this.#mayLeave === mayLeave) this.#mayLeave = null;
    };
  }

  /** `by`: "url" if the URL has changed already. */
  #change(next: Route, by: "call" | "url"): void {
    const answer = this.#mayLeave?.(next) ?? true;
    if (answer === true) {
      this.#asked = null;
      this.#show(next);
      return;
    }
    // A later change replaces the question.
    this.#asked = next;
    void answer.then((isConfirmed) => {
      if (this.#asked !== next) return;
      this.#asked = null;
      if (isConfirmed) this.#show(next);
      else if (by === "url") history.pushState(null, "", formatRoute(this.#route));
    });
  }
  #show(route: Route): void {
    const hash = formatRoute(route);
    if (hash !== location.hash) history.pushState(null, "", hash);
    this.#route = route;
  }
}

/** The router of the window. */
export const router = new Router();
