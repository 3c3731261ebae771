import { Header } from '../components/shell/Header.tsx';

/** The page that our server shows to those who run no script, without what it draws in `main`. */
export function WithoutScript() {
  return (
    <>
      <Header role={null} />
      <main className="mx-auto max-w-7xl space-y-4 px-4 py-4 sm:px-6 sm:py-6" />
    </>
  );
}
