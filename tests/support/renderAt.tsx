/** Mounts the whole app at an address, signed in as somebody of the mocks' town. */
import type { QueryClient } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { App } from '../../src/App.tsx';
import type { Role } from '../../src/contract/schemas.ts';
import { ownerName } from '../../src/lib/session/personal.ts';
import { reloadSession } from '../../src/lib/session/session.ts';
import { signIn as mockSignIn } from '../mocks/db.ts';
import type { AccountRecord } from '../mocks/db.ts';
import { town } from '../mocks/town.ts';
import type { Person } from '../mocks/town.ts';

interface RenderOptions {
  /** Somebody of the town (`'client'`, `'fundi'`, `'expiredFundi'` …) or a record of the mocks. */
  user?: Person | AccountRecord;
  /** The stored token, instead of a good one; null for none. */
  token?: string | null;
  /** The stored user type, instead of the user's own; null for none. */
  userType?: Role | null;
  /** What has been read, where the test itself looks into it or changes it. */
  client?: QueryClient;
}

/** Stores a session as a login would; the returned token is good for the mocks. */
export function storeSession({ user, token, userType }: RenderOptions): string | null {
  const account = typeof user === 'string' ? town[user] : user;
  const storedToken = token === undefined && account ? mockSignIn(account) : (token ?? null);
  const storedType = userType === undefined ? account?.role : userType;
  if (storedToken) localStorage.setItem('token', storedToken);
  if (storedType) localStorage.setItem('user_type', storedType);
  if (account) localStorage.setItem('owner', ownerName(account.role, account.phone_number));
  reloadSession();
  return storedToken;
}

/** A person who types and clicks. */
export const newUser = () =>
  userEvent.setup({
    // Without stylesheets nothing has `pointer-events: none`; to look for it takes long.
    pointerEventsCheck: PointerEventsCheckLevel.Never,
    advanceTimers: (ms) => {
      if (vi.isFakeTimers()) vi.advanceTimersByTime(ms);
    },
  });

/** The address bar: path and query. */
export function currentPath(): string {
  return window.location.pathname + window.location.search;
}

/**
 * Mounts the app at `address` as a fresh tab would. Returns what Testing Library's `render` does,
 * a `user` who types and clicks, the stored `token` and `currentPath`.
 */
export function renderAt(address: string, options: RenderOptions = {}) {
  const token = storeSession(options);
  // Not replaced: entries that an earlier test went back from would still count as steps.
  window.history.pushState(null, '', address);
  const user = newUser();
  return {
    ...render(<App {...(options.client && { client: options.client })} />),
    user,
    token,
    currentPath,
  };
}
