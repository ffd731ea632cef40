/** Counts the requests of a service, and measures how long they last. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metric, MetricSample } from "./format-metrics";

export interface RequestMeter {
  /** A request begins. It ends when its response is sent, or its connection is closed. */
  begin(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Sets the route of a request: the path of a description, with names instead of values. SECURITY:
   * a path of a request contains ids and names, and is never a label.
   */
  setRoute(request: IncomingMessage, route: string): void;
  metrics(): Metric[];
}

/** The upper bounds of the histogram, in seconds. */
const buckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60];
/** The route of requests that reach none. */
const noRoute = "none";
/** The status of a request whose connection was closed before its response was sent. */
const noStatus = "aborted";

interface RouteFigures {
  method: string;
  route: string;
  /** Requests by status. */
  statuses: Map<string, number>;
  /** Requests of up to each bound, and in addition to those of lower bounds. */
  counts: number[];
  count: number;
  seconds: number;
}

/** `now`: milliseconds of a clock that only goes forward. */
export function createRequestMeter(now: () => number = () => performance.now()): RequestMeter {
  const routes = new WeakMap<IncomingMessage, string>();
  const figures = new Map<string, RouteFigures>();
  let running = 0;

  function figuresOf(request: IncomingMessage): RouteFigures {
    const route = routes.get(request) ?? noRoute;
    // Requests without a route may have any method.
    const method = route === noRoute ? "any" : (request.method ?? "");
    const key = `${method} ${route}`;
    const known = figures.get(key);
    if (known) return known;
    const counts = buckets.map(() => 0);
    const added = {
      method,
      route,
      statuses: new Map<string, number>(),
      counts,
      count: 0,
      seconds: 0,
    };
    figures.set(key, added);
    return added;
  }

  function end(request: IncomingMessage, response: ServerResponse, seconds: number): void {
    const found = figuresOf(request);
    const status = response.writableFinished ? String(response.statusCode) : noStatus;
    found.statuses.set(status, (found.statuses.get(status) ?? 0) + 1);
    found.count += 1;
    found.seconds += seconds;
    for (const [index, bound] of buckets.entries())
      if (seconds <= bound) found.counts[index] = (found.counts[index] ?? 0) + 1;
  }

  function countSamples({ method, route, statuses }: RouteFigures): MetricSample[] {
    return [...statuses].map(([status, value]) => ({ labels: { method, route, status }, value }));
  }

  function durationSamples({
    method,
    route,
    counts,
    count,
    seconds,
  }: RouteFigures): MetricSample[] {
    const labels = { method, route };
    const bounded = (le: string, value: number) => ({
      suffix: "_bucket",
      labels: { ...labels, le },
      value,
    });
    return [
      ...buckets.map((bound, index) => bounded(String(bound), counts[index] ?? 0)),
      bounded("+Inf", count),
      { suffix: "_sum", labels, value: seconds },
      { suffix: "_count", labels, value: count },
    ];
  }

  return {
    begin(request, response) {
      const startedAt = now();
      running += 1;
      response.once("close", () => {
        running -= 1;
        end(request, response, (now() - startedAt) / 1000);
      });
    },
    setRoute: (request, route) => void routes.set(request, route),
    metrics: () => [
      {
        name: "dubyard_http_requests_running",
        help: "Requests that have not ended.",
        type: "gauge",
        samples: [{ value: running }],
      },
      {
        name: "dubyard_http_requests_total",
        help: "Requests that have ended, by method, route and status.",
        type: "counter",
        samples: [...figures.values()].flatMap(countSamples),
      },
      {
        name: "dubyard_http_request_duration_seconds",
        help: "Duration of requests until the response was sent, by method and route.",
        type: "histogram",
        samples: [...figures.values()].flatMap(durationSamples),
      },
    ],
  };
}
