// Hosts of motion platforms over UDP: darren, motus, mdof, lingjing. One file, nothing native, C# 7: copy it into a
// project (in Unity: anywhere below Assets). No thread is started, no callback is made, and a stream allocates nothing
// per frame. Degrees and millimetres, from neutral where nothing else is said.
//
//   using (var platform = new Hexad.Darren("192.168.1.30"))
//   {
//       platform.Command(Hexad.DarrenWord.Run);
//       platform.WaitFor(Hexad.DarrenState.Running, 60);           // zeroes, rises, runs
//       platform.Target(new Hexad.Pose { Pitch = 3 });             // carried by every frame from now on
//       platform.Tick();                                           // waits for its turn, listens, sends one frame
//   }
//
// A program with frames of its own (Unity: Update) calls Advance() instead of Tick(): it never waits, and sends when
// the next frame is due. A stream that ends without a word is stopped by the controller after 200 ms.

using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;

namespace Hexad
{
    /// Why something did not come about, in words for people.
    public class HexadException : Exception
    {
        public HexadException(string text) : base(text) { }
    }
    /// Nothing came from the controller in time.
    public class NoAnswerException : HexadException
    {
        public NoAnswerException(string text) : base(text) { }
    }
    /// The controller answered, and said no.
    public class RefusedException : HexadException
    {
        public RefusedException(string text) : base(text) { }
    }

    /// From neutral: degrees (nose up, right side down, nose left) and millimetres (right, forward, up).
    public struct Pose
    {
        public double Pitch, Roll, Yaw, Sway, Surge, Heave;

        public double this[int axis]
        {
            get
            {
                switch (axis)
                {
                    case 0: return Pitch;
                    case 1: return Roll;
                    case 2: return Yaw;
                    case 3: return Sway;
                    case 4: return Surge;
                    case 5: return Heave;
                    default: throw new IndexOutOfRangeException();
                }
            }
            set
            {
                switch (axis)
                {
                    case 0: Pitch = value; break;
                    case 1: Roll = value; break;
                    case 2: Yaw = value; break;
                    case 3: Sway = value; break;
                    case 4: Surge = value; break;
                    case 5: Heave = value; break;
                    default: throw new IndexOutOfRangeException();
                }
            }
        }

        /// The largest difference of an axis.
        public double Distance(Pose other)
        {
            double most = 0;
            for (int i = 0; i < 6; ++i) most = Math.Max(most, Math.Abs(this[i] - other[i]));
            return most;
        }
    }

    /// What a vehicle does, in its own axes: rates in degrees/s, accelerations to the right, forward, up in m/s2.
    public struct VehicleMotion
    {
        public double PitchRate, RollRate, YawRate, Sway, Surge, Heave;
    }

    // @tables: printed from the lists hexad's own codecs read (./dev docs), not to be edited
    public static class Ports
    {
        public const int Lingjing = 9800;
        public const int Mdof = 1100;
        public const int Csfi = 20000;
        public const int CsfiHost = 8080;
        public const int Motus = 5000;
        public const int MotusHost = 10000;
        public const int Darren = 10000;
        public const int DarrenHost = 10010;
    }

    public enum DarrenMessage
    {
        Connect = 1,
        Disconnect = 2,
        Ack = 11,
        Nack = 12,
        Pose = 100,
        Actuators = 101,
        Cueing = 102,
        Playback = 103,
        PointToPoint = 106,
        Sine = 107,
        Status = 200,
    }

    public enum DarrenWord
    {
        NoChange = 0,
        Neutral = 1,
        Run = 2,
        Descend = 3,
        Hold = 5,
        FilePlay = 6,
        HoldToo = 7,
        Reset = 8,
        Emergency = 9,
    }

    public enum DarrenState
    {
        Init = 0,
        PoweredUp = 1,
        Zeroing = 2,
        Origin = 3,
        Ascend = 4,
        Neutral = 5,
        Running = 6,
        ToNeutral = 7,
        Descending = 9,
        Holding = 10,
        Fault = 11,
        Emergency = 12,
        Maintenance = 20,
    }

    [Flags]
    public enum DarrenWarning
    {
        HostTimeout = 1,
        HostSlow = 2,
        Clamped = 4,
        NotDriver = 8,
        OutOfOrder = 16,
        LoopLate = 32,
    }

    public enum MotusCommand
    {
        Neutral = 2,
        Emergency = 3,
        Zero = 4,
        Manual = 5,
        Raise = 6,
        Descend = 7,
        Follow = 9,
        Instruct = 11,
        Script = 13,
    }

    public enum MotusSubCommand
    {
        Step = 1,
        Sine = 2,
        SoftStop = 3,
    }

    public enum MotusState
    {
        Zeroing = 0,
        Zeroed = 1,
        Rising = 2,
        Risen = 3,
        Following = 4,
        Instructed = 5,
        Script = 8,
        ScriptDone = 9,
        Descending = 12,
        Descended = 13,
        ToNeutral = 14,
        Returned = 15,
        Manual = 32,
        Stopped = 33,
        Initialised = 55,
    }

    public enum MdofCommand
    {
        Initialise = 1,
        Reset = 2,
        ClearError = 3,
        Stop = 4,
        Pause = 5,
        Resume = 6,
        ZeroPoint = 7,
        WorkPlane = 8,
        Move = 9,
        Path = 10,
        PathWithSpeeds = 11,
        Formula = 12,
        TimedPath = 13,
        Connected = 20,
        Zeroed = 21,
        Moving = 22,
        Error = 23,
        Position = 24,
        Velocity = 25,
        ActuatorPosition = 26,
        ActuatorVelocity = 27,
        ActuatorTorque = 28,
        ActuatorCurrent = 29,
        ActuatorVoltage = 30,
        Everything = 31,
        File = 33,
    }

    public enum MdofResult
    {
        RefusedWhilePaused = -7,
        Resumed = -6,
        Paused = -5,
        Stopped = -4,
        MotionError = -3,
        Moving = -2,
        BadRequest = -1,
        Done = 0,
    }

    static class MotusCommandAt
    {
        public const int Size = 180;
        public const int Id = 0;
        public const int Cmd = 1;
        public const int Subcmd = 2;
        public const int Filenum = 3;
        public const int Cychoose = 4;
        public const int Do = 5;
        public const int Jogspeed = 6;
        public const int Dofs = 8;
        public const int Amp = 32;
        public const int Fre = 56;
        public const int Pha = 80;
        public const int Pos = 104;
        public const int Spd = 128;
        public const int Vxyz = 152;
        public const int Axyz = 164;
        public const int Time = 176;
    }

    static class MotusCommand2020At
    {
        public const int Size = 180;
        public const int Id = 0;
        public const int Cmd = 1;
        public const int Subcmd = 2;
        public const int Filenum = 3;
        public const int Do = 4;
        public const int Cychoose = 5;
        public const int Jogspeed = 6;
        public const int Dofs = 8;
        public const int Vxyz = 32;
        public const int Axyz = 44;
        public const int Amp = 56;
        public const int Fre = 80;
        public const int Pha = 104;
        public const int Pos = 128;
        public const int Spd = 152;
        public const int Time = 176;
    }

    static class MotusCommand1At
    {
        public const int Size = 52;
        public const int Id = 0;
        public const int Cmd1 = 1;
        public const int Act = 2;
        public const int Rev1 = 3;
        public const int Dofs = 4;
        public const int Vxyz = 28;
        public const int Axyz = 40;
    }

    static class MotusStatusAt
    {
        public const int Size = 108;
        public const int Id = 0;
        public const int Dofstatus = 1;
        public const int Di = 2;
        public const int Rev1 = 3;
        public const int Attitudes = 4;
        public const int Errorcode = 28;
        public const int Motorcode = 52;
        public const int Tor = 76;
        public const int Version = 100;
        public const int Time = 104;
    }

    static class MotusStatus1At
    {
        public const int Size = 76;
        public const int Id = 0;
        public const int Status = 1;
        public const int Rev1 = 2;
        public const int Attitudes = 4;
        public const int Errorcode = 28;
        public const int Motorcode = 52;
    }

    static class DarrenCommandAt
    {
        public const int Size = 128;
        public const int Length = 0;
        public const int Sequence = 4;
        public const int Reserved1 = 8;
        public const int MessageId = 12;
        public const int CommandWord = 16;
        public const int FileId = 18;
        public const int SubCommand = 20;
        public const int Reserved2 = 22;
        public const int Reserved3 = 24;
        public const int Values = 32;
        public const int MoreValues = 56;
    }

    static class DarrenStatusAt
    {
        public const int Size = 128;
        public const int Length = 0;
        public const int Sequence = 4;
        public const int Reserved1 = 8;
        public const int MessageId = 12;
        public const int StatusWord = 16;
        public const int MotionState = 18;
        public const int IO = 20;
        public const int Reserved2 = 22;
        public const int ErrorCode = 24;
        public const int Warnings = 28;
        public const int Pose = 32;
        public const int Actuators = 56;
        public const int DriveErrors = 80;
        public const int Torque = 104;
    }

    static class DarrenReplyAt
    {
        public const int Size = 128;
        public const int Length = 0;
        public const int Sequence = 4;
        public const int Reserved1 = 8;
        public const int MessageId = 12;
        public const int Reserved2 = 16;
    }

    static class MotusFrame
    {
        public const byte Id = 55;
    }

    public static class HardwareCodes
    {
        public static string Words(int code)
        {
            switch (code)
            {
                case 0: return "none";
                case 1: return "no licence";
                case 16: return "communication with the drives lost";
                case 17: return "network down";
                case 161: return "X past its positive end";
                case 162: return "X past its negative end";
                case 163: return "Y past its positive end";
                case 164: return "Y past its negative end";
                case 165: return "Z past its positive end";
                case 166: return "Z past its negative end";
                case 167: return "RX past its positive end";
                case 168: return "RX past its negative end";
                case 169: return "RY past its positive end";
                case 170: return "RY past its negative end";
                case 171: return "RZ past its positive end";
                case 172: return "RZ past its negative end";
                case 173: return "X too fast (speed, acceleration or jerk)";
                case 174: return "Y too fast (speed, acceleration or jerk)";
                case 175: return "Z too fast (speed, acceleration or jerk)";
                case 176: return "RX too fast (speed, acceleration or jerk)";
                case 177: return "RY too fast (speed, acceleration or jerk)";
                case 178: return "RZ too fast (speed, acceleration or jerk)";
                case 179: return "an actuator past its upper end";
                case 180: return "an actuator past its lower end";
                case 181: return "an actuator too fast (speed, acceleration or jerk)";
                case 192: return "servo error";
                case 193: return "servo not enabled";
                case 194: return "not zeroed";
                case 195: return "emergency stop";
                default: return "not in the manual";
            }
        }
    }
    // @end of tables

    /// Little-endian, whatever this machine is.
    static class Wire
    {
        [StructLayout(LayoutKind.Explicit)]
        struct Bits
        {
            [FieldOffset(0)] public float Number;
            [FieldOffset(0)] public uint Word;
        }

        public static void Put16(byte[] to, int at, int value)
        {
            to[at] = (byte)value;
            to[at + 1] = (byte)(value >> 8);
        }
        public static void Put32(byte[] to, int at, uint value)
        {
            for (int i = 0; i < 4; ++i) to[at + i] = (byte)(value >> (8 * i));
        }
        public static void PutFloat(byte[] to, int at, double value)
        {
            if (double.IsNaN(value) || double.IsInfinity(value))
                throw new ArgumentException("not finite: it never leaves this machine");
            var bits = new Bits { Number = (float)value };
            Put32(to, at, bits.Word);
        }
        public static int Get16(byte[] from, int at) { return from[at] | from[at + 1] << 8; }
        public static uint Get32(byte[] from, int at)
        {
            return (uint)(from[at] | from[at + 1] << 8 | from[at + 2] << 16 | from[at + 3] << 24);
        }
        public static float GetFloat(byte[] from, int at)
        {
            var bits = new Bits { Word = Get32(from, at) };
            return bits.Number;
        }
    }

    /// A socket with one controller at the other end: only its datagrams are taken. Not every controller answers from the
    /// port it listens on: any port of its machine is taken until that port has spoken. On this machine, where several
    /// platforms may run, never another.
    public sealed class Link : IDisposable
    {
        readonly Socket socket;
        readonly EndPoint controller;
        readonly IPAddress address;
        EndPoint sender = new IPEndPoint(IPAddress.Any, 0);
        bool onlyItsPort;
        public readonly byte[] Received = new byte[65536];

        public Link(string host, int port, int localPort)
        {
            if (!IPAddress.TryParse(host, out address))
                address = Array.Find(Dns.GetHostAddresses(host), a => a.AddressFamily == AddressFamily.InterNetwork);
            if (address == null) throw new HexadException("no address of " + host);
            controller = new IPEndPoint(address, port);
            onlyItsPort = IPAddress.IsLoopback(address);
            socket = new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            try
            {
                socket.Bind(new IPEndPoint(IPAddress.Any, localPort));
            }
            catch (SocketException error)
            {
                socket.Close();
                throw new HexadException("local port " + localPort + " cannot be had (" + error.Message + "); 0 takes any");
            }
            socket.Blocking = false;
        }

        public int LocalPort { get { return ((IPEndPoint)socket.LocalEndPoint).Port; } }

        public void Send(byte[] bytes, int count)
        {
            try
            {
                socket.SendTo(bytes, count, SocketFlags.None, controller);
            }
            catch (SocketException) { } // nobody listens there now: the stream goes on, waits end by the silence
        }

        /// Bytes of the next datagram in Received, -1 when none comes within this many seconds.
        public int Receive(double seconds)
        {
            long until = Stopwatch.GetTimestamp() + (long)(seconds * Stopwatch.Frequency);
            for (;;)
            {
                try
                {
                    while (socket.Available > 0 || socket.Poll(0, SelectMode.SelectRead))
                    {
                        int count = socket.ReceiveFrom(Received, ref sender);
                        if (sender.Equals(controller)) onlyItsPort = true;
                        else if (onlyItsPort || !((IPEndPoint)sender).Address.Equals(address)) continue;
                        return count;
                    }
                }
                catch (SocketException) { } // what the network says of a datagram sent before
                double left = (until - Stopwatch.GetTimestamp()) / (double)Stopwatch.Frequency;
                if (left <= 0) return -1;
                socket.Poll((int)Math.Max(1, Math.Min(left, 1.0) * 1e6), SelectMode.SelectRead);
            }
        }

        public HexadException Silent(string what)
        {
            return new NoAnswerException("no " + what + " from " + controller +
                ". Is the controller running, and does its list of hosts allow this machine?");
        }

        public void Dispose() { socket.Close(); }
    }

    /// A client that sends a frame every period and listens in between.
    public abstract class StreamClient : IDisposable
    {
        protected readonly Link link;
        readonly double period;
        double due = double.NaN;

        public ulong Sent { get; private set; }
        public ulong Received { get; protected set; }
        /// Datagrams that are no answer of this protocol.
        public ulong Foreign { get; protected set; }
        /// Deadlines that passed without a frame: this program was kept from running.
        public ulong Late { get; private set; }

        protected StreamClient(string host, int port, int localPort, double rateHz)
        {
            if (!(rateHz >= 0.1 && rateHz <= 10000)) throw new ArgumentException("the rate of a stream is 0.1 to 10000 Hz");
            period = 1.0 / rateHz;
            link = new Link(host, port, localPort);
        }

        public static double Now { get { return Stopwatch.GetTimestamp() / (double)Stopwatch.Frequency; } }
        public int LocalPort { get { return link.LocalPort; } }

        protected abstract void Take(byte[] bytes, int count);
        protected abstract int Encode(byte[] into);
        readonly byte[] frame = new byte[512];

        /// One frame now, outside the stream.
        public void Send()
        {
            int count = Encode(frame);
            link.Send(frame, count);
            ++Sent;
        }

        void TakeFor(double seconds)
        {
            double until = Now + seconds;
            for (int count = link.Receive(seconds); count >= 0; count = link.Receive(until - Now))
                Take(link.Received, count);
        }

        void SendInStream()
        {
            Send();
            due += period;
            double now = Now;
            if (due > now) return;
            double behind = Math.Floor((now - due) / period) + 1;
            Late += (ulong)behind;
            due += behind * period;
        }

        /// Waits for the next deadline, taking what arrives, then sends one frame. Deadlines are absolute.
        public void Tick()
        {
            if (double.IsNaN(due)) due = Now;
            TakeFor(due - Now);
            SendInStream();
        }

        /// Takes what has arrived, and sends a frame if one is due; never waits. For Unity's Update and the like.
        public void Advance()
        {
            if (double.IsNaN(due)) due = Now;
            TakeFor(0);
            if (Now >= due) SendInStream();
        }

        /// Takes what arrives, without sending; true when something newer has come.
        public bool Poll(double seconds)
        {
            ulong before = Received;
            int count = link.Receive(seconds);
            if (count >= 0)
            {
                Take(link.Received, count);
                TakeFor(0);
            }
            return Received != before;
        }

        public void Dispose() { link.Dispose(); }
    }

    public sealed class DarrenStatus
    {
        public uint Sequence;
        public DarrenState State;
        public bool Moving;
        public int Inputs;   // bit 0 = input 1
        public int Outputs;
        public int Error;    // HardwareCodes.Words
        public DarrenWarning Warnings;
        public Pose Pose;
        public readonly float[] Actuators = new float[6];  // mm from neutral
        public readonly uint[] DriveErrors = new uint[6];
        public readonly float[] Torque = new float[6];     // Nm
    }

    /// What is set is carried by every frame from then on. The command word is a level: a controller acts when it
    /// changes. Values count while the platform runs.
    public sealed class Darren : StreamClient
    {
        const double Silence = 1.0;
        const uint ReorderWindow = 32, MostLost = 1000;
        const int SubStart = 1, SubStop = 0x80;

        readonly byte[] values = new byte[DarrenCommandAt.Size - DarrenCommandAt.Values];
        readonly DarrenStatus status = new DarrenStatus();
        bool hasStatus, hasSequence;
        uint newest, sequence, message;
        int word, file, subCommand;
        double heard;
        bool? acknowledged;

        /// Gaps in the controller's sequence.
        public ulong Lost { get; private set; }
        /// The newest, or null. The object is the same each time: copy what is to be kept.
        public DarrenStatus Status { get { return hasStatus ? status : null; } }
        public double StatusAge { get { return hasStatus ? Now - heard : double.PositiveInfinity; } }

        public Darren(string host = "127.0.0.1", int port = Ports.Darren, int localPort = Ports.DarrenHost,
                      double rateHz = 100) : base(host, port, localPort, rateHz) { }

        public void Command(DarrenWord what) { word = (int)what; }

        void Begin(uint id, int sub)
        {
            message = id;
            subCommand = sub;
            Array.Clear(values, 0, values.Length);
        }
        void Put(int place, Pose pose)
        {
            for (int i = 0; i < 6; ++i) Wire.PutFloat(values, 4 * (place + i), pose[i]);
        }

        /// Only the command word counts.
        public void NoValues() { Begin(0, 0); }
        /// A pose to be followed.
        public void Target(Pose pose) { Begin((uint)DarrenMessage.Pose, 0); Put(0, pose); }
        /// Six extensions, mm from neutral.
        public void Actuators(double[] fromNeutral)
        {
            Begin((uint)DarrenMessage.Actuators, 0);
            for (int i = 0; i < 6; ++i) Wire.PutFloat(values, 4 * i, fromNeutral[i]);
        }
        public void Cue(VehicleMotion motion)
        {
            Begin((uint)DarrenMessage.Cueing, 0);
            Put(0, new Pose { Pitch = motion.PitchRate, Roll = motion.RollRate, Yaw = motion.YawRate,
                              Sway = motion.Sway, Surge = motion.Surge, Heave = motion.Heave });
        }
        /// From point to point by itself; a speed of 0 is the controller's own.
        public void Go(Pose target, Pose speed) { Begin((uint)DarrenMessage.PointToPoint, SubStart); Put(0, target); Put(6, speed); }
        public void StopGoing() { Begin((uint)DarrenMessage.PointToPoint, SubStop); }
        /// Sines about neutral that the controller makes.
        public void Sine(Pose amplitude, Pose frequencyHz, Pose phase)
        {
            Begin((uint)DarrenMessage.Sine, SubStart);
            Put(0, amplitude);
            Put(6, frequencyHz);
            Put(12, phase);
        }
        public void FadeOutSine() { Begin((uint)DarrenMessage.Sine, 0); }
        public void Play(int number) { Begin((uint)DarrenMessage.Playback, 0); file = number; Command(DarrenWord.FilePlay); }

        protected override int Encode(byte[] to)
        {
            Array.Clear(to, 0, DarrenCommandAt.Size);
            Wire.Put32(to, DarrenCommandAt.Length, DarrenCommandAt.Size);
            Wire.Put32(to, DarrenCommandAt.Sequence, unchecked(++sequence));
            Wire.Put32(to, DarrenCommandAt.MessageId, message);
            Wire.Put16(to, DarrenCommandAt.CommandWord, word);
            Wire.Put16(to, DarrenCommandAt.FileId, file);
            Wire.Put16(to, DarrenCommandAt.SubCommand, subCommand);
            Array.Copy(values, 0, to, DarrenCommandAt.Values, values.Length);
            return DarrenCommandAt.Size;
        }

        protected override void Take(byte[] b, int count)
        {
            uint id = count == DarrenStatusAt.Size ? Wire.Get32(b, DarrenStatusAt.MessageId) : 0;
            if (id == (uint)DarrenMessage.Ack || id == (uint)DarrenMessage.Nack)
            {
                IsNew(Wire.Get32(b, DarrenReplyAt.Sequence));
                acknowledged = id == (uint)DarrenMessage.Ack;
                return;
            }
            if (id != (uint)DarrenMessage.Status)
            {
                ++Foreign;
                return;
            }
            ++Received;
            if (!IsNew(Wire.Get32(b, DarrenStatusAt.Sequence))) return;
            status.Sequence = newest;
            status.State = (DarrenState)Wire.Get16(b, DarrenStatusAt.StatusWord);
            status.Moving = Wire.Get16(b, DarrenStatusAt.MotionState) != 0;
            int bits = Wire.Get16(b, DarrenStatusAt.IO);
            status.Inputs = bits & 0xFF;
            status.Outputs = bits >> 8;
            status.Error = (int)Wire.Get32(b, DarrenStatusAt.ErrorCode);
            status.Warnings = (DarrenWarning)Wire.Get32(b, DarrenStatusAt.Warnings);
            for (int i = 0; i < 6; ++i)
            {
                status.Pose[i] = Wire.GetFloat(b, DarrenStatusAt.Pose + 4 * i);
                status.Actuators[i] = Wire.GetFloat(b, DarrenStatusAt.Actuators + 4 * i);
                status.DriveErrors[i] = Wire.Get32(b, DarrenStatusAt.DriveErrors + 4 * i);
                status.Torque[i] = Wire.GetFloat(b, DarrenStatusAt.Torque + 4 * i);
            }
            hasStatus = true;
            heard = Now;
        }

        bool IsNew(uint number)
        {
            uint ahead = unchecked(number - newest), behind = unchecked(newest - number);
            if (hasSequence && behind >= 1 && behind <= ReorderWindow)
            {
                if (Lost > 0) --Lost; // late, not lost
                return false;
            }
            if (hasSequence && ahead >= 2 && ahead <= MostLost) Lost += ahead - 1;
            hasSequence = true;
            newest = number;
            return true;
        }

        /// Ticks until the status shows it. A fault or emergency that is not wanted, a second of silence, or the time-out
        /// end it with an exception.
        public DarrenStatus WaitFor(DarrenState wanted, double seconds)
        {
            double until = Now + seconds, last = Now;
            for (;;)
            {
                ulong before = Received;
                Tick(); // a status from before the word was sent says nothing about it
                if (Received != before && hasStatus)
                {
                    last = Now;
                    if (status.State == wanted) return status;
                    bool locked = status.State == DarrenState.Fault || status.State == DarrenState.Emergency;
                    if (locked && word != (int)DarrenWord.Reset)
                        throw new RefusedException("the platform is in " + status.State + " (" +
                            HardwareCodes.Words(status.Error) + "). Remove the cause, then reset");
                }
                if (Now - last >= Silence) throw link.Silent("status");
                if (Now >= until)
                    throw new NoAnswerException("the platform is not " + wanted + " in time; it is " +
                        (hasStatus ? status.State.ToString() : "not known"));
            }
        }

        bool Handshake(DarrenMessage id, double seconds)
        {
            acknowledged = null;
            uint before = message;
            message = (uint)id;
            Send();
            message = before;
            double until = Now + seconds;
            while (acknowledged == null)
            {
                int count = link.Receive(until - Now);
                if (count < 0)
                    throw new NoAnswerException("no answer; some controllers know neither connect nor disconnect, and need neither");
                Take(link.Received, count);
            }
            return acknowledged.Value;
        }

        /// False: another host is connected. Optional: status flows without it.
        public bool Connect(double seconds = 1) { return Handshake(DarrenMessage.Connect, seconds); }
        public bool Disconnect(double seconds = 1) { return Handshake(DarrenMessage.Disconnect, seconds); }
    }

    public sealed class MotusStatus
    {
        public MotusState State;
        public int Inputs;
        public Pose Pose;                                 // mm, whatever is on the wire
        public readonly int[] Errors = new int[6];        // a leg each, HardwareCodes.Words
        public readonly float[] MotorCodes = new float[6]; // leg extension in motor pulses; some machines: leg length in metres
        public readonly float[] Torque = new float[6];    // Nm
        public uint Version, TimeMs;
    }

    /// `metres`: what the controller was built for (the manual: metres; many machines: millimetres). Poses here are mm.
    public sealed class Motus : StreamClient
    {
        readonly byte[] frame = new byte[MotusCommandAt.Size];
        readonly MotusStatus status = new MotusStatus();
        readonly double millimetres;
        bool hasStatus;
        int outputs;
        double heard, started = Now;

        public MotusStatus Status { get { return hasStatus ? status : null; } }
        public double StatusAge { get { return hasStatus ? Now - heard : double.PositiveInfinity; } }

        public Motus(string host = "127.0.0.1", int port = Ports.Motus, int localPort = Ports.MotusHost,
                     double rateHz = 100, bool metres = true) : base(host, port, localPort, rateHz)
        {
            millimetres = metres ? 1000 : 1;
            Idle();
        }

        void Begin(int command, int sub)
        {
            Array.Clear(frame, 0, frame.Length);
            frame[MotusCommandAt.Id] = MotusFrame.Id;
            frame[MotusCommandAt.Cmd] = (byte)command;
            frame[MotusCommandAt.Subcmd] = (byte)sub;
        }
        void Put(int at, Pose pose, bool lengths)
        {
            for (int i = 0; i < 6; ++i) Wire.PutFloat(frame, at + 4 * i, lengths && i >= 3 ? pose[i] / millimetres : pose[i]);
        }

        public void Command(MotusCommand what) { Begin((int)what, 0); }
        /// Cmd 0: asks for nothing, and makes the next command a new one.
        public void Idle() { Begin(0, 0); }
        public void Follow(Pose pose) { Begin((int)MotusCommand.Follow, 0); Put(MotusCommandAt.Dofs, pose, true); }
        /// A speed of 0 is the controller's own.
        public void Step(Pose target, Pose speed)
        {
            Begin((int)MotusCommand.Instruct, (int)MotusSubCommand.Step);
            Put(MotusCommandAt.Pos, target, true);
            Put(MotusCommandAt.Spd, speed, true);
        }
        public void Sine(Pose amplitude, Pose frequencyHz, Pose phase)
        {
            Begin((int)MotusCommand.Instruct, (int)MotusSubCommand.Sine);
            Put(MotusCommandAt.Amp, amplitude, true);
            Put(MotusCommandAt.Fre, frequencyHz, false);
            Put(MotusCommandAt.Pha, phase, false);
        }
        public void SoftStop() { Begin((int)MotusCommand.Instruct, (int)MotusSubCommand.SoftStop); }
        public void Script(int number) { Begin((int)MotusCommand.Script, 0); frame[MotusCommandAt.Filenum] = (byte)number; }
        /// Legs by hand (bit 0 = leg 1) while frames keep coming.
        public void Jog(int legs, int speedMmS)
        {
            Begin((int)MotusCommand.Manual, 0);
            frame[MotusCommandAt.Cychoose] = (byte)legs;
            Wire.Put16(frame, MotusCommandAt.Jogspeed, speedMmS);
        }
        public void Outputs(int bits) { outputs = bits; }

        protected override int Encode(byte[] to)
        {
            frame[MotusCommandAt.Do] = (byte)outputs;
            Wire.Put32(frame, MotusCommandAt.Time, (uint)((Now - started) * 1000));
            Array.Copy(frame, to, frame.Length);
            return frame.Length;
        }

        protected override void Take(byte[] b, int count)
        {
            if (count != MotusStatusAt.Size || b[MotusStatusAt.Id] != MotusFrame.Id)
            {
                ++Foreign;
                return;
            }
            ++Received;
            hasStatus = true;
            heard = Now;
            status.State = (MotusState)b[MotusStatusAt.Dofstatus];
            status.Inputs = b[MotusStatusAt.Di];
            for (int i = 0; i < 6; ++i)
            {
                status.Pose[i] = Wire.GetFloat(b, MotusStatusAt.Attitudes + 4 * i) * (i >= 3 ? millimetres : 1);
                status.Errors[i] = (int)Wire.GetFloat(b, MotusStatusAt.Errorcode + 4 * i);
                status.MotorCodes[i] = Wire.GetFloat(b, MotusStatusAt.Motorcode + 4 * i);
                status.Torque[i] = Wire.GetFloat(b, MotusStatusAt.Tor + 4 * i);
            }
            status.Version = Wire.Get32(b, MotusStatusAt.Version);
            status.TimeMs = Wire.Get32(b, MotusStatusAt.Time);
        }

        public MotusStatus WaitFor(MotusState wanted, double seconds)
        {
            double until = Now + seconds, last = Now;
            Tick();
            for (;;)
            {
                ulong before = Received;
                Tick();
                if (Received != before)
                {
                    last = Now;
                    if (status.State == wanted) return status;
                    if (status.State == MotusState.Stopped)
                        throw new RefusedException("the platform is stopped: emergency, or a fault of a leg");
                }
                if (Now - last >= 1.0) throw link.Silent("status");
                if (Now >= until)
                    throw new NoAnswerException("the platform is not " + wanted + " in time; it is " +
                        (hasStatus ? status.State.ToString() : "not known"));
            }
        }
    }

    public struct MdofAnswer
    {
        public string Echo, Body;
        /// Of anything but the queries 24 to 31; null when it is none.
        public int? Code
        {
            get
            {
                if (Body == "AAAA") return (int)MdofResult.BadRequest; // spellings from before 2026
                if (Body == "BBBB") return (int)MdofResult.Moving;
                int code;
                return int.TryParse(Body, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out code) ? code : (int?)null;
            }
        }
        public bool IsFinal { get { return Code != (int)MdofResult.Paused && Code != (int)MdofResult.Resumed; } }
    }

    /// Answers that belong to something else are kept. Queries that get no answer are asked again, commands never.
    public sealed class Mdof : IDisposable
    {
        readonly Link link;
        readonly List<MdofAnswer> kept = new List<MdofAnswer>();
        public double AnswerSeconds = 1, MotionSeconds = 120;
        public int QueryAttempts = 3;

        public Mdof(string host = "127.0.0.1", int port = Ports.Mdof, int localPort = 0) { link = new Link(host, port, localPort); }
        public void Dispose() { link.Dispose(); }

        public void Send(string line)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(line);
            link.Send(bytes, bytes.Length);
        }

        static string EchoOf(string line)
        {
            string[] words = line.Split(new[] { ' ', '\t', ',', ';' }, StringSplitOptions.RemoveEmptyEntries);
            return words.Length > 0 ? words[0] : "";
        }

        MdofAnswer? AnswerTo(string echo, double seconds)
        {
            int at = kept.FindIndex(answer => answer.Echo == echo);
            if (at >= 0)
            {
                MdofAnswer found = kept[at];
                kept.RemoveAt(at);
                return found;
            }
            double until = StreamClient.Now + seconds;
            for (;;)
            {
                int count = link.Receive(until - StreamClient.Now);
                if (count < 0) return null;
                string text = Encoding.UTF8.GetString(link.Received, 0, count);
                int mark = text.IndexOf('#');
                if (mark < 0) continue;
                var answer = new MdofAnswer { Echo = text.Substring(0, mark).Trim(), Body = text.Substring(mark + 1).Trim() };
                if (answer.Echo == echo) return answer;
                kept.Add(answer);
            }
        }

        /// The first answer to a line.
        public MdofAnswer Ask(string line)
        {
            string echo = EchoOf(line);
            int id;
            bool query = int.TryParse(echo, out id) && id >= (int)MdofCommand.Connected && id <= (int)MdofCommand.Everything;
            for (int i = 0; i < (query ? QueryAttempts : 1); ++i)
            {
                Send(line);
                MdofAnswer? answer = AnswerTo(echo, AnswerSeconds);
                if (answer != null) return answer.Value;
            }
            throw link.Silent("answer");
        }

        /// Sends a command and waits for its final answer: 0 is done.
        public int Run(string line)
        {
            Send(line);
            return WaitForFinal(EchoOf(line), MotionSeconds);
        }
        public int Run(MdofCommand command) { return Run(((int)command).ToString(CultureInfo.InvariantCulture)); }

        public int WaitForFinal(string echo, double seconds)
        {
            double until = StreamClient.Now + seconds;
            for (;;)
            {
                MdofAnswer? answer = AnswerTo(echo, until - StreamClient.Now);
                if (answer == null) throw link.Silent("final answer to " + echo);
                if (answer.Value.Code == null) throw new HexadException("an answer that is none: " + answer.Value.Body);
                if (answer.Value.IsFinal) return answer.Value.Code.Value;
            }
        }

        /// To X Y Z RX RY RZ, mm and degrees.
        public int Move(double x, double y, double z, double rx, double ry, double rz)
        {
            return Run(string.Format(CultureInfo.InvariantCulture, "{0} {1:F6} {2:F6} {3:F6} {4:F6} {5:F6} {6:F6}",
                                     (int)MdofCommand.Move, x, y, z, rx, ry, rz));
        }

        /// Any of 24 to 30.
        public double[] Numbers(MdofCommand query)
        {
            string body = Ask(((int)query).ToString(CultureInfo.InvariantCulture)).Body;
            double[] six = Array.ConvertAll(body.Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries),
                                            word => double.Parse(word, CultureInfo.InvariantCulture));
            if (six.Length != 6) throw new HexadException("six numbers were to come, not: " + body);
            return six;
        }
        public double[] Position() { return Numbers(MdofCommand.Position); }
        public bool Flag(MdofCommand query) { return Ask(((int)query).ToString(CultureInfo.InvariantCulture)).Body == "1"; }
        public int Error() { return Ask(((int)MdofCommand.Error).ToString(CultureInfo.InvariantCulture)).Code ?? 0; }
    }

    /// Left-handed: X forward, Y right, Z up above the bottom; right side up, nose down, nose right. Degrees and mm.
    public struct LingjingPose
    {
        public double Roll, Pitch, Yaw, X, Y, Z;
    }

    /// Text frames, one way: no start, no stop and no state; the last target is kept.
    public sealed class Lingjing : StreamClient
    {
        readonly StringBuilder text = new StringBuilder();
        LingjingPose pose;
        public int? Relays; // bit 0 = relay 1, of twelve; null: they stay as they are
        public LingjingPose? Feedback { get; private set; } // where the controller is set to send its pose back

        public Lingjing(string host = "127.0.0.1", int port = Ports.Lingjing, int localPort = 0, double rateHz = 100)
            : base(host, port, localPort, rateHz) { }

        public void Pose(LingjingPose target) { pose = target; }

        string Written(string name, LingjingPose p, string last)
        {
            text.Length = 0;
            text.Append('@').Append(name).Append(':');
            foreach (double value in new[] { p.Roll, p.Pitch, p.Yaw, p.X, p.Y, p.Z })
            {
                if (double.IsNaN(value) || double.IsInfinity(value)) throw new ArgumentException("not finite");
                if (text[text.Length - 1] != ':') text.Append(',');
                text.Append(value.ToString("0.######", CultureInfo.InvariantCulture));
            }
            if (last != null) text.Append(',').Append(last);
            return text.Append('#').ToString();
        }

        protected override int Encode(byte[] to)
        {
            string frame = Written("A6", pose, Relays == null ? null : (Relays.Value & 0xFFF).ToString("X"));
            return Encoding.ASCII.GetBytes(frame, 0, frame.Length, to, 0);
        }

        /// One datagram: be there in that time.
        public void Move(LingjingPose target, double seconds)
        {
            long ms = Math.Max(1, (long)Math.Round(seconds * 1000));
            byte[] bytes = Encoding.ASCII.GetBytes(Written("A6T", target, ms.ToString(CultureInfo.InvariantCulture)));
            link.Send(bytes, bytes.Length);
        }

        /// play, pause, stop, pre, next.
        public void Film(string what)
        {
            byte[] bytes = Encoding.ASCII.GetBytes("@MV:" + what + "#");
            link.Send(bytes, bytes.Length);
        }

        protected override void Take(byte[] b, int count)
        {
            string frame = Encoding.ASCII.GetString(b, 0, count).Trim();
            string[] words = frame.StartsWith("@A6:") && frame.EndsWith("#") ? frame.Substring(4, frame.Length - 5).Split(',') : new string[0];
            var six = new double[6];
            bool good = words.Length == 6;
            for (int i = 0; good && i < 6; ++i)
                good = double.TryParse(words[i], NumberStyles.Float, CultureInfo.InvariantCulture, out six[i]);
            if (!good)
            {
                ++Foreign;
                return;
            }
            ++Received;
            Feedback = new LingjingPose { Roll = six[0], Pitch = six[1], Yaw = six[2], X = six[3], Y = six[4], Z = six[5] };
        }
    }
}
