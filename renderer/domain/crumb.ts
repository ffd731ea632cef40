import { router } from "../app/router.svelte";
import { formatRoute, type Route } from "../app/routes";

/** A breadcrumb that opens a route; for the component Crumbs. */
export const crumbTo = (title: string, route: Route) => ({
  title,
  href: formatRoute(route),
  go: () => router.go(route),
});
