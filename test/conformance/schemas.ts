/**
 * Schemas of responses as defined in the interface §2 and §4; missing and additional fields are
 * errors.
 */
import { z } from "zod";

const id = z.string().min(1);
const timestamp = z.iso.datetime({ offset: true });
const times = { createdAt: timestamp, updatedAt: timestamp };

/** Notes: the body of an error response is {message}. */
export const errorBody = z.strictObject({ message: z.string().min(1) });
export const text = z.string();
export const texts = z.array(z.string());
export const tokens = z.strictObject({
  accessToken: z.string().min(1),
  refreshToken: z.string().min(1),
});
export const freshToken = z.strictObject({ accessToken: z.string().min(1) });

export const language = z.strictObject({
  id,
  name: z.string(),
  code: z.string(),
  isTextSupported: z.boolean(),
  isAudioSupported: z.boolean(),
});
const numeric = z.union([z.number(), z.string()]);
export const model = z.strictObject({
  model: id,
  description: z.string(),
  defaultOutputBitrate: numeric,
  defaultOutputSamplingRate: numeric,
});
export const voice = z.strictObject({
  name: id,
  age: z.string(),
  timbre: z.string(),
  gender: z.string(),
});
export const style = z.strictObject({
  style: id,
  supportedGenders: z.array(z.string()),
  description: z.string(),
});

export const presigned = z.strictObject({ uploadId: id, uploadUrl: z.url() });
export const completed = z.strictObject({ message: z.string() });

export const project = z.strictObject({
  id,
  name: z.string(),
  status: z.string(),
  type: z.enum(["line-dubbing", "media-dubbing", "audio-production"]),
  model: z.string(),
  ...times,
});
export const user = z.strictObject({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export const member = user.extend({
  role: z.enum(["project-owner", "project-manager", "project-editor"]),
});
export const character = z.strictObject({
  id,
  name: z.string(),
  voice: z.strictObject({
    name: z.string(),
    gender: z.string(),
    voiceTag: z.string(),
    description: z.string(),
  }),
  ...times,
});
export const glossaryLine = z.strictObject({
  id,
  word: z.string(),
  languageId: z.string(),
  phonemization: z.string(),
  phonemizationLanguageId: z.string(),
  pronunciationLanguageId: z.string(),
  pronounceAs: z.string(),
  caseSensitive: z.boolean(),
  ...times,
});

const translation = z.strictObject({
  languageId: z.string(),
  isCompleted: z.boolean(),
  status: z.string().min(1),
});
const batchFields = {
  id,
  projectId: id,
  name: z.string(),
  status: z.string().min(1),
  completionPercentage: z.number().min(0).max(100),
  isCastingCompleted: z.boolean(),
  ...times,
};
/** The response of create: without a message, with the types of its translations. */
export const createdBatch = z.strictObject({
  ...batchFields,
  translations: z.array(translation.extend({ type: z.string().min(1) })).min(1),
});
/** A batch in lists and in GET. */
export const batch = z.strictObject({
  ...batchFields,
  message: z.string(),
  translations: z.array(translation).min(1),
});
export const bulkRequest = z.strictObject({ requestId: id });
export const bulkSummary = z.strictObject({
  requestId: id,
  status: z.string().min(1),
  progress: z.string().regex(/^\d{1,3}(\.\d+)?%?$/),
});
export const bulkPage = z.strictObject({
  requestId: id,
  page: z.number(),
  limit: z.number(),
  batches: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      status: z.string(),
      message: z.string(),
    }),
  ),
});
