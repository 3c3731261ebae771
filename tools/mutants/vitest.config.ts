/** Vitest as Stryker runs it: one project, of it the tests that `MUTANTS_TESTS` names. */
import { defineConfig } from 'vitest/config';
import { projects } from '../../testkit/projects.ts';

const include = (process.env.MUTANTS_TESTS ?? '').split(',').map((name) => {
  const isFile = name.endsWith('.ts');
  return `tests/${name}${isFile ? '' : '/**/*.test.ts'}`;
});
const [folder] = (process.env.MUTANTS_TESTS ?? '').split('/');
const project = projects.find(({ test }) => test?.name === folder);
if (!project) throw new Error(`No project of Vitest is called "${folder}".`);

export default defineConfig({
  test: {
    restoreMocks: true,
    // A second try would take a mutant's failure for a flaky test; modules that stay would keep a mutant.
    projects: [{ ...project, test: { ...project.test, include, retry: 0, isolate: true } }],
  },
});
