/** The axios instance: credentials, the token, and what its errors mean. Loaded with the first call. */
import {
  AxiosError,
  create,
  isAxiosError,
  type AxiosHeaders,
  type AxiosRequestConfig,
} from 'axios';
import { headersOf } from '../config.ts';
import { ApiError } from './errors.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** The stored token, for a call that sends it (readings, spec §7). */
    token?: string | null;
  }
}

/** An answer of any status, before anybody has looked at it. */
export interface RawAnswer {
  status: number;
  data: unknown;
  headers: { get: (name: string) => unknown };
}

// An answer of any status is an answer: `client.ts` reads it.
const http = create({ withCredentials: true, validateStatus: null });

http.interceptors.request.use((config) => {
  config.headers.set(headersOf(config.token ?? null));
  return config;
});

/** Makes a call. Throws an ApiError when no answer comes. */
export async function send(config: AxiosRequestConfig): Promise<RawAnswer> {
  try {
    const { status, data, headers } = await http.request<unknown>(config);
    return { status, data, headers: headers as AxiosHeaders };
  } catch (cause) {
    if (!isAxiosError(cause)) throw cause;
    throw new ApiError(cause.code === AxiosError.ERR_NETWORK ? 'network' : 'timeout', { cause });
  }
}
