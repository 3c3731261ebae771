/** The axios instance: credentials, the token header, a time-out. Fetched with the first call. */
import { create } from 'axios';
import { getSession } from '../session/session.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Whether the stored token goes with this request (readings, spec §7). */
    sendToken?: boolean;
  }
}

/** Longer than the slowest useful answer on a 2G line, in ms. */
const TIMEOUT_MS = 20_000;

export const http = create({ withCredentials: true, timeout: TIMEOUT_MS });

http.interceptors.request.use((config) => {
  const { token } = getSession();
  if (config.sendToken && token) config.headers.set('Authorization', `Token ${token}`);
  return config;
});
