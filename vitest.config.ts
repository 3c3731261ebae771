import { mergeConfig } from 'vite';
import { defineConfig } from 'vitest/config';
import { projects } from './testkit/projects.ts';
import app from './vite.config.ts';

export default mergeConfig(
  app,
  defineConfig({
    test: {
      restoreMocks: true,
      // A test that asserts nothing fails.
      expect: { requireAssertions: true },
      projects,
    },
  }),
);
