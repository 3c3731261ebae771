/** The container of the toasts with its styles in files: the policy of the page allows no others. */
import 'react-toastify/ReactToastify.css';
import './toasts.css';

export { ToastContainer } from 'react-toastify/unstyled';
