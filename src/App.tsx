import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { createQueryClient, clearOnSignOut, showRefreshed } from './lib/api/queryClient.ts';
import { useSession } from './lib/session/session.ts';
import { sweepPersonalData } from './lib/session/personal.ts';
import { AppRoutes } from './routes.tsx';

/** The whole app; `client` may hold data that has come already. */
export function App({ client }: { client?: QueryClient }) {
  const [queryClient] = useState(() => client ?? createQueryClient());
  useEffect(sweepPersonalData, []);
  useEffect(() => clearOnSignOut(queryClient), [queryClient]);
  useEffect(() => showRefreshed(queryClient), [queryClient]);
  const { takeovers } = useSession();
  return (
    <QueryClientProvider client={queryClient}>
      <BrowserRouter key={takeovers}>
        <AppRoutes />
      </BrowserRouter>
    </QueryClientProvider>
  );
}
