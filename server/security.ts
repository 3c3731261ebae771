/** Security headers, fit for plain http on a local network as well as https. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { inlineScripts } from './inlineScripts.ts';

/** Sets the headers of every answer. HSTS and isolation only make sense behind https. */
export async function securityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  const { origin, protocol } = new URL(config.publicUrl);
  const isHttps = protocol === 'https:';
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        ...(config.serveApp && { scriptSrc: ["'self'", inlineScripts(config.distDir)] }),
        // Toasts and the typing animation inject style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', origin],
        // The service worker fetches images as the page fetches calls.
        connectSrc: ["'self'", origin],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: isHttps,
    crossOriginOpenerPolicy: isHttps,
    originAgentCluster: isHttps,
    // The images are shown by an app that may be hosted elsewhere.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
