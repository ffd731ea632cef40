/** Metrics in the text format of Prometheus, version 0.0.4. */

export interface Metric {
  name: string;
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly MetricSample[];
}

export interface MetricSample {
  /** Of the name of a series of a histogram: "_bucket", "_sum" or "_count". */
  suffix?: string;
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/** The content type of the format. */
export const metricsContentType = "text/plain; version=0.0.4; charset=utf-8";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", '"': '\\"', "\n": "\\n" };
const escaped = (value: string) => value.replace(/[\\"\n]/g, (found) => escapes[found] ?? found);

function labelsOf(labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

/** Metrics without a sample are left out. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(
        ({ suffix = "", labels, value }) => `${name}${suffix}${labelsOf(labels)} ${value}`,
      ),
    ])
    .map((line) => `${line}\n`)
    .join("");
}
