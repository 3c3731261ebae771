/** A fundi as it is drawn before the app is there: the app then draws the same. */
import type { ReactNode } from 'react';
import { titleLook } from '../components/shell/titleLook.ts';
import type { Fundi } from '../contract/schemas.ts';
import { FundiProfileCard } from '../screens/public/FundiProfileCard.tsx';

const Heading = ({ children }: { children: ReactNode }) => (
  <h1 className={titleLook}>{children}</h1>
);

/** Space for the share button, which needs the app. */
const Share = () => <div className="min-h-11" />;

/** The profile with its contact. */
export const fundiArticle = (fundi: Fundi) => FundiProfileCard({ fundi, Heading, Share });
