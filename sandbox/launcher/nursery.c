/*
 * What a warm parent does for each game, without Python.
 *
 * After a fork every page that either side writes to is copied, and Python writes to a page for every object it looks
 * at. So the parent waits, forks and waits again in here, and its child enters the jail of its game in here: some
 * hundred copied pages less on each side, which is half of what a start costs. A warm parent loads this library, where
 * there is a compiler; zygote.py, which tells what is done and why, does the same by itself where there is none.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_CHILDREN 8 /* the host keeps two: one plays, one waits */
#define PIPES 3

/* Of the interpreter that loads us. */
extern void PyOS_BeforeFork(void);
extern void PyOS_AfterFork_Parent(void);
extern void PyOS_AfterFork_Child(void);

static int children[MAX_CHILDREN];
static int count;

static void give_up(const char *what) {
    dprintf(2, "[Errno %d] %s\n", errno, what);
    _exit(120);
}

static int send_descriptor(int socket, int descriptor) {
    char space[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec text = {"N", 1};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    struct cmsghdr *extra = CMSG_FIRSTHDR(&message);
    extra->cmsg_level = SOL_SOCKET;
    extra->cmsg_type = SCM_RIGHTS;
    extra->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(extra), &descriptor, sizeof(int));
    return sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
}

static void refuse(int control, const char *what) {
    char text[64];
    int size = snprintf(text, sizeof text, "N[Errno %d] %s", errno, what);
    send(control, text, (size_t)size, MSG_NOSIGNAL);
}

/* The last steps into the jail of one game; there is no way back from here. */
static void narrow(const char *tmp_options, struct sock_fprog *filter) {
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct nothing[2];
    memset(nothing, 0, sizeof nothing);
    if (setsid() < 0) give_up("setsid"); /* a signal to one's own group must not reach the parent or the next game */
    if (tmp_options != NULL && mount("tmp", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV | MS_NOEXEC, tmp_options) != 0)
        give_up("mount");
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0) give_up("ambient");
    if (syscall(SYS_capset, &header, nothing) != 0) give_up("capset");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) give_up("no_new_privs");
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter, 0, 0) != 0) give_up("seccomp");
}

/* The line takes the place of the parent's line to the host, and nothing else stays open but the error pipe. */
static void keep_only(int line) {
    if (dup2(line, 0) < 0 || dup2(line, 1) < 0) give_up("dup2");
    if (syscall(SYS_close_range, 3, ~0U, 0) != 0) give_up("close_range");
}

/* A child that waits for its game: 1 in the child itself. */
static int make_ready(int control, const char *tmp_options, struct sock_fprog *filter) {
    int line[2], on = 1;
    if (count == MAX_CHILDREN) errno = EAGAIN;
    if (count == MAX_CHILDREN || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) != 0) {
        refuse(control, "socketpair");
        return 0;
    }
    setsockopt(line[1], SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
    PyOS_BeforeFork();
    int child = (int)syscall(SYS_clone, CLONE_NEWPID | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
        narrow(tmp_options, filter);
        keep_only(line[0]);
        PyOS_AfterFork_Child();
        return 1;
    }
    int error = errno;
    PyOS_AfterFork_Parent();
    errno = error;
    if (child < 0) {
        refuse(control, "clone");
    } else {
        children[count++] = child;
        send_descriptor(control, line[1]); /* a host that is gone shows at the next question */
    }
    close(line[0]);
    close(line[1]);
    return 0;
}

static double seconds(struct timeval time) { return (double)time.tv_sec + (double)time.tv_usec / 1e6; }

static void say_ending(int control) {
    struct rusage usage;
    int status = 0;
    memset(&usage, 0, sizeof usage);
    if (count == 0) return;
    while (wait4(children[0], &status, 0, &usage) < 0 && errno == EINTR) continue;
    memmove(children, children + 1, (size_t)--count * sizeof *children);
    struct __attribute__((packed)) {
        int32_t status;
        double cpu_s;
        int64_t peak_kb;
    } ending = {status, seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss};
    send(control, &ending, sizeof ending, MSG_NOSIGNAL);
}

/* In the child: says that it is ready and puts the pipes of its game in their places. 0 if there are no more games. */
static int wait_for_game(void) {
    char text[16], space[CMSG_SPACE(PIPES * sizeof(int))];
    struct iovec part = {text, sizeof text};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
    int pipes[PIPES];
    if (send(0, "R", 1, MSG_NOSIGNAL) != 1) return 0;
    ssize_t size;
    do size = recvmsg(0, &message, 0);
    while (size < 0 && errno == EINTR);
    struct cmsghdr *extra = CMSG_FIRSTHDR(&message);
    if (size != 1 || text[0] != 'F' || extra == NULL || extra->cmsg_len != CMSG_LEN(sizeof pipes)) return 0;
    memcpy(pipes, CMSG_DATA(extra), sizeof pipes);
    for (int target = 0; target < PIPES; target++)
        if (dup2(pipes[target], target) < 0) give_up("dup2");
    if (syscall(SYS_close_range, PIPES, ~0U, 0) != 0) give_up("close_range");
    return 1;
}

/* The parent's life: 0 when the host is gone. In a child: 1, when it has its game, or -1 if there are no more. */
int serve(int control, const char *tmp_options, struct sock_fprog *filter) {
    char message[16];
    while (1) {
        ssize_t size = recv(control, message, sizeof message, 0);
        if (size < 0 && errno == EINTR) continue;
        if (size == 1 && message[0] == 'N') {
            if (make_ready(control, tmp_options, filter)) return wait_for_game() ? 1 : -1;
        } else if (size == 1 && message[0] == 'W') {
            say_ending(control);
        } else {
            return 0;
        }
    }
}
