/**
 * Ends the process with one line unless this is Node 24 or later. For npm's scripts the packaged Node
 * is first on the path; it is missing where npm leaves out optional packages or none fits.
 */
export function requireNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  console.error(
    `Node 24 or later is needed, this is ${process.version}. ` +
      (process.env.npm_execpath
        ? 'There is no package of it for this machine: install it from https://nodejs.org.'
        : 'Use npm start, npm test or npm run dev: they come with it.'),
  );
  process.exit(1);
}
