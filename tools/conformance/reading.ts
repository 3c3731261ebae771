/** What the app makes of an answer. One module, so that all of it knows the same class of errors. */
import { ApiError, isTokenRefused } from '../../src/lib/api/errors.ts';
import * as texts from '../../src/lib/api/errorText.ts';
import { readPage } from '../../src/lib/api/values.ts';
import * as readers from '../../src/lib/api/readers.ts';

const refused = (status: number, body: unknown) => new ApiError('answered', { status, body });

export const app = {
  ...readers,
  readPage,
  /** The text that a person reads about a refusal. */
  errorText: (status: number, body: unknown, fallback: string) =>
    texts.errorText(refused(status, body), fallback),
  /** The texts that stand at the fields of a form. */
  fieldErrors: (status: number, body: unknown) => texts.fieldErrors(refused(status, body)),
  /** Whether the app takes it as the end of the session. */
  endsSession: (status: number, body: unknown, isJobList: boolean) =>
    isTokenRefused(refused(status, body), isJobList),
};
