/** The models of the local workspace, and their speaking styles. */
import { emotions, intensities } from "../../script-formats/templates";

export interface Model {
  /** The id. */
  model: string;
  description: string;
  /** Kilobits a second. */
  defaultOutputBitrate: number;
  /** Hertz. */
  defaultOutputSamplingRate: number;
}
export interface Style {
  style: string;
  supportedGenders: string[];
  description: string;
}

export const localModel = "local-basic";

export const modelsOf = (hasInference: boolean): Model[] => [
  {
    model: localModel,
    description: hasInference
      ? "Speech engines on this computer: fast, simple voices for drafts"
      : "Scripts and casting on this computer; no audio is produced",
    defaultOutputBitrate: 768,
    defaultOutputSamplingRate: 48_000,
  },
];

export const styles: readonly Style[] = emotions.flatMap((emotion) =>
  intensities.map((intensity) => ({
    style: `${emotion}-${intensity}`,
    supportedGenders: ["female", "male"],
    description: `${emotion.charAt(0).toUpperCase()}${emotion.slice(1)}, ${intensity} intensity`,
  })),
);
