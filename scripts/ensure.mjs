// Runs before `npm start`, `npm run dev` and `npm test`, when no package may be installed yet. The
// syntax is old and the rest is loaded later, so that an old Node prints the line below.
const major = Number(process.versions.node.split('.')[0]);

if (major < 20) {
  console.error(`Node 20 or later is needed, this is ${process.version}: see https://nodejs.org`);
  process.exitCode = 1;
} else {
  import('./install.mjs')
    .then(({ ensureInstalled }) => ensureInstalled())
    .catch((error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
}
