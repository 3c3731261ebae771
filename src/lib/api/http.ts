/** The axios instance: credentials and token header. It is loaded with the first call. */
import { create } from 'axios';
import { getSession } from '../session/session.ts';

declare module 'axios' {
  interface AxiosRequestConfig {
    /** Whether this request sends the stored token (readings, spec §7). */
    sendToken?: boolean;
  }
}

export const http = create({ withCredentials: true });

http.interceptors.request.use((config) => {
  const { token } = getSession();
  if (config.sendToken && token) config.headers.set('Authorization', `Token ${token}`);
  return config;
});
