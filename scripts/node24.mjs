/**
 * Ends the process with one line unless this is Node 24 or later. npm puts the packaged one first
 * on the path of its scripts; it is absent where npm leaves optional packages out or has none.
 */
export function requireNode24() {
  if (Number(process.versions.node.split('.')[0]) >= 24) return;
  console.error(
    `Node 24 or later is needed, this is ${process.version}. ` +
      (process.env.npm_execpath
        ? 'No packaged one fits this machine: install it from https://nodejs.org.'
        : 'Start it through npm (npm start, npm test, npm run dev), which brings it along.'),
  );
  process.exit(1);
}
