/** The axios instance: credentials, token header, time-out. It is loaded with the first call. */
import { create } from 'axios';
import { getSession } from '../session/session.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Whether this request sends the stored token (readings, spec §7). */
    sendToken?: boolean;
  }
}

/** In ms; longer than the slowest useful answer on a 2G network. */
const TIMEOUT_MS = 20_000;

export const http = create({ withCredentials: true, timeout: TIMEOUT_MS });

http.interceptors.request.use((config) => {
  const { token } = getSession();
  if (config.sendToken && token) config.headers.set('Authorization', `Token ${token}`);
  return config;
});
