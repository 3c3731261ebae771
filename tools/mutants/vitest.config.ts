/** Vitest as Stryker runs it: one project, of it the tests that `MUTANTS_TESTS` names. */
import { defineConfig } from 'vitest/config';
import { projects } from '../../testkit/projects.ts';

const tests = process.env.MUTANTS_TESTS ?? '';
const project = projects.find(({ test }) => test?.name === tests.split('/')[0]);
if (!project) throw new Error(`No project of Vitest has ${tests}.`);

export default defineConfig({
  test: {
    restoreMocks: true,
    projects: [
      {
        ...project,
        // A second try would take a mutant's failure for a flaky test; modules that stay would keep a mutant.
        test: { ...project.test, include: [`tests/${tests}`], retry: 0, isolate: true },
      },
    ],
  },
});
